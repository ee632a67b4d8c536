/**
 * Spring Boot: a {@link dev.attune.Bandit} by the properties {@code attune.bandit.*}, or an {@link dev.attune.client.AttuneClient} by {@code
 * attune.service.*}, with health and metrics.
 */
@NullMarked
package dev.attune.spring;

import org.jspecify.annotations.NullMarked;
