package dev.attune.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void aKeyFileHoldsHashesAndFindsKeysByTheirSecret() throws IOException {
        FreshKey one =
                FreshKey.make("one", Set.of(Scope.DECIDE, Scope.REWARD), List.of("news-*"), RateLimit.perSecond(9));
        FreshKey two = FreshKey.make("two", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        Path file = Files.write(folder.resolve("keys"), List.of(one.line(), two.line()));
        KeyFile ring = new KeyFile(file, warning -> {});

        assertThat(one.line()).doesNotContain(one.secret());
        ApiKey found = ring.find(one.secret()).orElseThrow();
        assertThat(found.name()).isEqualTo("one");
        assertThat(found.scopes()).containsExactlyInAnyOrder(Scope.DECIDE, Scope.REWARD);
        assertThat(found.reaches("news-1")).isTrue();
        assertThat(found.reaches("new")).isFalse();
        assertThat(found.rate().perSecond()).isEqualTo(9);
        assertThat(ring.find(two.secret()).orElseThrow().reaches("anything")).isTrue();
        assertThat(ring.find(one.secret() + "x")).isEmpty();
        assertThat(ring.find("")).isEmpty();
        assertThat(one.secret()).isNotEqualTo(two.secret()).hasSize(50);
    }

    @Test
    void aKeyFileThatMakesNoSenseIsRefusedWithItsLine() throws IOException {
        String good = FreshKey.make("a", Set.of(Scope.ADMIN), List.of(), RateLimit.none())
                .line();
        for (String bad : List.of(
                "a",
                "a sha256:12 scopes=admin",
                "b sha256:" + "z".repeat(64) + " scopes=admin",
                good.replace("admin", "root").replace("a sha", "b sha"),
                good.replace("a sha", "b sha") + " rate=fast",
                good.replace("a sha", "b sha") + " rate=0",
                good.replace("a sha", "b sha") + " colour=red",
                good.replace("a sha", "b sha") + " bandits=../x",
                good)) {
            Path file = Files.write(folder.resolve("keys"), List.of(good, bad));
            assertThatThrownBy(() -> new KeyFile(file, warning -> {}))
                    .as(bad)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("line 2");
        }
        Path empty = Files.write(folder.resolve("none"), List.of("# nobody"));
        assertThatThrownBy(() -> new KeyFile(empty, warning -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no key");
    }

    @Test
    void aChangedKeyFileIsReportedOnceAndAnInvalidLineWithdrawsItsKeyOnly() throws IOException {
        FreshKey one = FreshKey.make("one", Set.of(Scope.DECIDE), List.of(), RateLimit.none());
        FreshKey two = FreshKey.make("two", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        Path file = Files.write(folder.resolve("keys"), List.of(one.line(), two.line()));
        List<String> warnings = new ArrayList<>();
        KeyFile keys = new KeyFile(file, warnings::add);
        for (List<String> lines : List.of(List.of(one.line() + " colour=red", two.line()), List.<String>of())) {
            Files.write(file, lines);
            keys.refresh();
            keys.refresh();
            keys.refresh();
            assertThat(keys.find(one.secret())).isEmpty();
            assertThat(keys.find(two.secret()).isPresent()).isEqualTo(!lines.isEmpty());
        }
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains("1 keys are valid", "line 1");
        Files.delete(file);
        keys.refresh();
        assertThat(keys.size()).isZero();
        Files.write(file, List.of(one.line()));
        keys.refresh();
        assertThat(keys.find(one.secret())).isPresent();
        assertThat(warnings).hasSize(2);
    }

    @Test
    void aRateLetsASecondsWorthInAtOnceAndThenItsShare() {
        RateLimit rate = RateLimit.perSecond(10);
        long now = -5 * SECOND; // nanoseconds of any origin
        for (int i = 0; i < 10; i++) {
            assertThat(rate.take(now)).as("request " + i).isZero();
        }
        assertThat(rate.take(now)).isBetween(1L, SECOND / 10 + 1);
        assertThat(rate.take(now + SECOND / 10 + 1)).isZero();
        assertThat(rate.take(now + SECOND / 10 + 1)).isPositive();
        assertThat(rate.take(now + 10 * SECOND)).isZero();
        rate.charge(100, now + 10 * SECOND);
        assertThat(rate.take(now + 15 * SECOND)).isPositive();
        assertThat(rate.take(now + 21 * SECOND)).isZero();
        assertThat(RateLimit.none().take(0)).isZero();
    }
}
