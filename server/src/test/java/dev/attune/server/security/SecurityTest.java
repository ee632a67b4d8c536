package dev.attune.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.Disk;
import dev.attune.server.runtime.DecisionRef;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void anIdLeadsBackToItsDecisionAndNoFlippedBitDoes() {
        DecisionIds ids = DecisionIds.of(new byte[32]);
        DecisionRef decision = new DecisionRef(7, 1L << 40, Long.MAX_VALUE);
        String id = ids.sign(decision);
        assertThat(ids.verify(id)).contains(decision);
        byte[] bytes = Base64.getUrlDecoder().decode(id);
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(ids.verify(Base64.getUrlEncoder().withoutPadding().encodeToString(flipped)))
                    .as("bit " + bit)
                    .isEmpty();
        }
        assertThat(ids.verify(id + "A")).isEmpty();
        assertThat(ids.verify(id.substring(1))).isEmpty();
        assertThat(ids.verify("*".repeat(48))).isEmpty();
        assertThat(ids.verify("")).isEmpty();
    }

    @Test
    void anIdOfAnotherServiceIsUnknown() throws IOException {
        DecisionIds one = DecisionIds.of(folder.resolve("one"), true);
        DecisionIds other = DecisionIds.of(folder.resolve("other"), true);
        DecisionRef decision = new DecisionRef(1, 1, 1);
        assertThat(other.verify(one.sign(decision))).isEmpty();
        assertThat(DecisionIds.of(folder.resolve("one"), true).verify(one.sign(decision)))
                .contains(decision);
    }

    @Test
    void theSecretIsForItsOwnerOnlyAndADamagedOneIsRefused() throws IOException {
        Path secret = folder.resolve("secret");
        DecisionIds.of(secret, true);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        Files.write(secret, new byte[3]);
        assertThatThrownBy(() -> DecisionIds.of(secret, true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 bytes");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(secret);
        }
    }

    @Test
    void theSecretAndItsNameAreDurableBeforeItIsUsed() throws IOException {
        List<String> steps = new ArrayList<>();
        Disk disk = new Disk() {
            @Override
            public DiskFile open(Path path) throws IOException {
                DiskFile real = Disk.REAL.open(path);
                return new DiskFile() {
                    @Override
                    public int write(ByteBuffer bytes, long at) throws IOException {
                        steps.add("write");
                        return real.write(bytes, at);
                    }

                    @Override
                    public void truncate(long size) throws IOException {
                        real.truncate(size);
                    }

                    @Override
                    public void force() throws IOException {
                        steps.add("force");
                        real.force();
                    }

                    @Override
                    public void close() throws IOException {
                        real.close();
                    }
                };
            }

            @Override
            public void replace(Path from, Path to) throws IOException {
                steps.add("rename to " + to.getFileName());
                Disk.REAL.replace(from, to);
            }

            @Override
            public void forceFolder(Path where) throws IOException {
                steps.add("force " + (where.equals(folder) ? "the folder" : where));
                Disk.REAL.forceFolder(where);
            }
        };

        DecisionIds.of(folder.resolve("secret"), true, disk);

        assertThat(steps).containsExactly("write", "force", "rename to secret", "force the folder");
    }

    @Test
    void aKeyFileHoldsHashesAndFindsKeysByTheirSecret() throws IOException {
        FreshKey one =
                FreshKey.make("one", Set.of(Scope.DECIDE, Scope.REWARD), List.of("news-*"), RateLimit.perSecond(9));
        FreshKey two = FreshKey.make("two", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        Path file = Files.write(folder.resolve("keys"), List.of(one.line(), two.line()));
        WatchedKeys ring = WatchedKeys.of(file, warning -> {});

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
            assertThatThrownBy(() -> WatchedKeys.of(file, warning -> {}))
                    .as(bad)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("line 2");
        }
        Path empty = Files.write(folder.resolve("none"), List.of("# nobody"));
        assertThatThrownBy(() -> WatchedKeys.of(empty, warning -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no key");
    }

    @Test
    void aChangedKeyFileIsReportedOnceAndAnInvalidLineWithdrawsItsKeyOnly() throws IOException {
        FreshKey one = FreshKey.make("one", Set.of(Scope.DECIDE), List.of(), RateLimit.none());
        FreshKey two = FreshKey.make("two", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
        Path file = Files.write(folder.resolve("keys"), List.of(one.line(), two.line()));
        List<String> warnings = new ArrayList<>();
        WatchedKeys keys = WatchedKeys.of(file, warnings::add);
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
