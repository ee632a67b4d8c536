package dev.attune.flink.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.flink.stream.Arrived;
import dev.attune.flink.stream.Origin;
import dev.attune.flink.stream.Replicas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaRouterTest {
    private final ReplicaRouter router =
            new ReplicaRouter(new Replicas(Map.of("movies", 4, "alone", 1), 100, Duration.ofSeconds(5)));

    private String key(Origin origin, String key, long offset, String value) {
        return router.getKey(new Arrived(origin, key, 2, offset, 7, value.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aRewardByRequestFollowsItsRequest() {
        for (int i = 0; i < 100; i++) {
            String id = "c-\\u00e4" + i;
            String asked = key(
                    Origin.REQUESTS,
                    "movies~de",
                    i,
                    "{\"version\":1,\"decide\":{\"context\":{\"id\":3},\"id\":\"" + id + "\"}}");
            String observed =
                    key(Origin.REQUESTS, "movies~de", i, "{\"version\":1,\"observe\":{\"id\":\"" + id + "\"}}");
            String reward = "{\"version\":1,\"reward\":{\"id\":\"r\",\"value\":1,\"request\":\"" + id + "\"}}";

            assertThat(asked).matches("movies~de#[0-3]");
            assertThat(observed).isEqualTo(asked);
            assertThat(key(Origin.REWARDS, "movies~de", 1000 - i, reward)).isEqualTo(asked);
        }
    }

    @Test
    void aRewardByDecisionGoesWhereThatWasMade() {
        String reward = "{\"version\":1,\"reward\":{\"value\":1,\"decision\":\"%s\"}}";

        assertThat(key(Origin.REWARDS, "movies", 1, reward.formatted("movies#2:42")))
                .isEqualTo("movies#2");
        assertThat(key(Origin.REWARDS, "movies~de", 1, reward.formatted("movies~de#3:1")))
                .isEqualTo("movies~de#3");
        assertThat(key(Origin.REWARDS, "movies", 1, reward.formatted("movies#17:42")))
                .as("there may have been more replicas")
                .isEqualTo("movies#17");
        for (String nobodys : new String[] {"movies:42", "shop#2:42", "movies#x:1", "movies#:1", "", "movies#1"}) {
            assertThat(key(Origin.REWARDS, "movies", 1, reward.formatted(nobodys)))
                    .isEqualTo("movies#0");
        }
    }

    @Test
    void requestsAreSpreadEvenlyWithAndWithoutIds() {
        Map<String, Integer> named = new TreeMap<>();
        Map<String, Integer> nameless = new TreeMap<>();
        for (int i = 0; i < 4_000; i++) {
            String request = "{\"version\":1,\"decide\":{\"id\":\"c-" + i + "\"}}";
            named.merge(key(Origin.REQUESTS, "movies", i, request), 1, Integer::sum);
            nameless.merge(key(Origin.REQUESTS, "movies", i, "{\"version\":1,\"decide\":{}}"), 1, Integer::sum);
        }
        assertThat(named.keySet()).containsExactly("movies#0", "movies#1", "movies#2", "movies#3");
        assertThat(named.values()).allMatch(count -> count > 800);
        assertThat(nameless.values()).containsExactly(1_000, 1_000, 1_000, 1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "not json",
                "{\"version\":1,\"decide\":{\"id\":",
                "\u0000\u0001",
                "[[[[",
                "{\"version\":1,\"reward\":{}}"
            })
    void whatCannotBeReadGoesToTheFirstReplica(String value) {
        assertThat(key(Origin.REWARDS, "movies", 1, value)).isEqualTo("movies#0");
        assertThat(router.getKey(new Arrived(Origin.REWARDS, "movies", 0, 5, 7, null)))
                .isEqualTo("movies#0");
    }

    @Test
    void othersAreLeftAlone() {
        for (String key : new String[] {"shop", "alone~x", "movies#1", "movies~", "movies~de#1", "", "attune-tick"}) {
            assertThat(key(Origin.REQUESTS, key, 1, "{\"version\":1,\"decide\":{\"id\":\"c\"}}"))
                    .isEqualTo(key);
        }
    }
}
