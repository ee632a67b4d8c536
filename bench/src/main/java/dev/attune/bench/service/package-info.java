/** The service as a process of its own, and load for it: what {@code attune bench service} and {@code attune crash} share. */
package dev.attune.bench.service;
