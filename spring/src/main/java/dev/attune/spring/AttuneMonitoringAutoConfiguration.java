package dev.attune.spring;

import dev.attune.Bandit;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics of the bandit or of the service, if the application has the libraries for them. */
@AutoConfiguration(after = AttuneAutoConfiguration.class)
public class AttuneMonitoringAutoConfiguration {
    /** Health of the actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {
        /** Up, with the model that decides. */
        @Bean
        @ConditionalOnBean(Bandit.class)
        @ConditionalOnMissingBean(name = "attuneHealthIndicator")
        HealthIndicator attuneHealthIndicator(Bandit bandit) {
            return () -> Health.up()
                    .withDetail("rounds", bandit.rounds())
                    .withDetail("rewards", bandit.explain().rewards())
                    .withDetail("model", bandit.explain().toString())
                    .build();
        }

        /** Up if the service answers, with the number of bandits that the key may use. */
        @Bean
        @ConditionalOnBean(AttuneClient.class)
        @ConditionalOnMissingBean(name = "attuneServiceHealthIndicator")
        HealthIndicator attuneServiceHealthIndicator(AttuneClient client) {
            return () -> {
                try {
                    return Health.up()
                            .withDetail("bandits", client.list().size())
                            .build();
                } catch (AttuneException e) {
                    return Health.down(e).build();
                }
            };
        }
    }

    /** Metrics of Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetricsConfiguration {
        @Bean
        @ConditionalOnBean(Bandit.class)
        MeterBinder attuneMetrics(Bandit bandit) {
            return (MeterRegistry registry) -> {
                FunctionCounter.builder("attune.bandit.decisions", bandit, Bandit::rounds)
                        .description("Decisions of the bandit since it was created, also before the last restart.")
                        .register(registry);
                Gauge.builder(
                                "attune.bandit.rewards",
                                bandit,
                                one -> one.explain().rewards())
                        .description("Rewards that the model in force has learnt; fewer after a change of the world.")
                        .register(registry);
            };
        }
    }
}
