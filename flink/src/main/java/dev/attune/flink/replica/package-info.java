/** One hot bandit on several subtasks: which replica a record goes to, and how replicas and their merger are put together. */
package dev.attune.flink.replica;
