package dev.attune.spring;

import dev.attune.Bandit;
import dev.attune.client.AttuneClient;
import dev.attune.spring.AttuneProperties.Service;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Makes the beans: an {@link AttuneClient} if {@code attune.service.url} is given, otherwise a {@link Bandit}. An application that declares one of
 * them itself gets health and metrics for its own ({@link AttuneMonitoringAutoConfiguration}).
 */
@AutoConfiguration
@EnableConfigurationProperties(AttuneProperties.class)
public class AttuneAutoConfiguration {
    // In this order: the conditions of a bean see the beans above it.

    @Bean
    @ConditionalOnProperty("attune.service.url")
    @ConditionalOnMissingBean
    AttuneClient attuneClient(AttuneProperties properties) {
        Service service = Objects.requireNonNull(properties.service());
        AttuneClient.Builder builder = AttuneClient.builder(Objects.requireNonNull(service.url()));
        if (service.key() != null) {
            builder.key(service.key());
        }
        if (service.timeout() != null) {
            builder.timeout(service.timeout());
        }
        if (service.retryFor() != null) {
            builder.retryFor(service.retryFor());
        }
        return builder.build();
    }

    @Bean
    @ConditionalOnMissingBean({Bandit.class, AttuneClient.class})
    BanditFile attuneBanditFile(AttuneProperties properties) {
        return new BanditFile(properties.inProcess());
    }

    @Bean
    @ConditionalOnBean(BanditFile.class)
    Bandit attuneBandit(BanditFile file) {
        return file.bandit();
    }
}
