/** Whether alarms of bandits are raised when rewards fall, and only then. */
package dev.attune.bench.alarm;
