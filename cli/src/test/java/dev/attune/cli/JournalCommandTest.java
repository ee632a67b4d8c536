package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.Decided;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalOptions;
import dev.attune.journal.JournalWriter;
import dev.attune.journal.Offer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalCommandTest {
    private static final List<String> EVENTS =
            List.of("created", "catalogued", "decided", "rewarded", "joined", "decided", "expired", "changed");

    @TempDir
    private Path folder;

    private final CapturedCommandLine attune = new CapturedCommandLine();

    @BeforeEach
    void aJournalWithEveryEvent() throws Exception {
        Features context = Features.builder()
                .number("age", 31)
                .category("country", "D\"E")
                .flag("returning", true)
                .tags("likes", List.of("a", "b"))
                .numbers("taste", List.of(0.5, -1.0))
                .build();
        List<Arm> arms = List.of(new Arm("left", Features.NONE), new Arm("right", context));
        try (FolderLock lock = FolderLock.acquire(folder);
                JournalWriter journal = JournalWriter.open(lock, JournalOptions.DEFAULT.withSegmentBytes(1 << 12))) {
            long time = 1_700_000_000_000L;
            journal.append(new JournalEvent.Created(7, "news", "{\"policy\":\"LinUCB\"}"), time);
            journal.append(new JournalEvent.Catalogued(7, 1, arms), time + 1);
            journal.append(decided(1, context, new Offer.Inline(arms), 0.25), time + 2);
            journal.append(new JournalEvent.Rewarded(7, 1, "click-1", 1.5), time + 3);
            journal.append(new JournalEvent.Joined(7, 1, 1.5), time + 4);
            journal.append(
                    decided(2, Features.NONE, new Offer.FromCatalogue(1, List.of("right", "left")), Double.NaN),
                    time + 5);
            journal.append(new JournalEvent.Expired(7, 2), time + 6);
            journal.append(new JournalEvent.Changed(0, "paused", "yes"), time + 7);
        }
    }

    @Test
    void catPrintsOneJsonObjectAnEvent() throws Exception {
        assertThat(attune.run("journal", "cat", folder.toString())).isZero();

        List<JsonNode> events = json();
        assertThat(events).extracting(e -> e.get("event").asText()).isEqualTo(EVENTS);
        assertThat(events).extracting(e -> e.get("position").asLong()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(events.get(0).get("time").asText()).isEqualTo("2023-11-14T22:13:20Z");
        JsonNode decided = events.get(2);
        assertThat(decided.get("context").toString())
                .isEqualTo("{\"age\":31.0,\"country\":\"D\\\"E\",\"returning\":true,\"likes\":[\"a\",\"b\"],"
                        + "\"taste\":[0.5,-1.0]}");
        assertThat(decided.get("arms").get(1).get("id").asText()).isEqualTo("right");
        assertThat(decided.get("propensity").asDouble()).isEqualTo(0.25);
        assertThat(events.get(5).get("propensity").isNull()).isTrue();
        assertThat(events.get(5).get("arms").toString()).isEqualTo("{\"catalogue\":1,\"ids\":[\"right\",\"left\"]}");
    }

    @Test
    void catSelectsByPositionBanditAndNumber() throws Exception {
        assertThat(attune.run("journal", "cat", folder.toString(), "--from", "3", "--limit", "2"))
                .isZero();
        assertThat(json()).extracting(e -> e.get("event").asText()).containsExactly("decided", "rewarded");

        assertThat(attune.run("journal", "cat", folder.toString(), "--bandit", "news"))
                .isZero();
        assertThat(json()).hasSize(EVENTS.size() - 1);

        assertThat(attune.run("journal", "cat", folder.toString(), "--bandit", "0"))
                .isZero();
        assertThat(json()).hasSize(1);

        assertThat(attune.run("journal", "cat", folder.toString(), "--bandit", "nws"))
                .isEqualTo(2);
        assertThat(attune.err()).contains("do not name a bandit 'nws'");
    }

    @Test
    void csvHasOneRowAnEvent() throws Exception {
        Path file = folder.resolve("log.csv");

        assertThat(attune.run("journal", "export", folder.toString(), "--format", "csv", "--out", file.toString()))
                .isZero();

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(file)) {
            List<NamedCsvRecord> rows = csv.stream().toList();
            assertThat(rows).extracting(r -> r.getField("event")).isEqualTo(EVENTS);
            assertThat(rows.get(2).getField("arm_id")).isEqualTo("right");
            assertThat(rows.get(2).getField("setting")).isEqualTo("0.5 2.0");
            assertThat(rows.get(2).getField("context")).contains("\"country\":\"D\\\"E\"");
            assertThat(rows.get(5).getField("arm_id")).isEqualTo("left");
            assertThat(rows.get(5).getField("propensity")).isEmpty();
            assertThat(rows.get(3).getField("value")).isEqualTo("1.5");
        }
        assertThat(Path.of(file + ".partial")).doesNotExist();
    }

    @Test
    void exportAsJsonLinesIsWhatCatPrints() throws Exception {
        attune.run("journal", "cat", folder.toString());
        String cat = attune.out();

        assertThat(attune.run("journal", "export", folder.toString())).isZero();

        assertThat(attune.out()).isEqualToIgnoringNewLines(cat);
    }

    @Test
    void lsTellsSegmentsAndPositions() {
        assertThat(attune.run("journal", "ls", folder.toString())).isZero();
        assertThat(attune.out()).containsPattern("00000000000000000001\\.log +1 +8 +8 .*sealed");

        assertThat(attune.run("journal", "ls", folder.toString(), "--json")).isZero();
        assertThat(attune.out()).contains("\"first\":1,\"last\":8,\"records\":8");
    }

    @Test
    void verifyAndRepairFindDamageAndSaveWhatIsBeforeIt() throws Exception {
        assertThat(attune.run("journal", "verify", folder.toString())).isZero();
        assertThat(attune.out()).contains("sound: 8 events in 1 segments");
        assertThat(attune.run("journal", "repair", folder.toString())).isZero();
        assertThat(attune.out()).contains("nothing to repair");

        byte[] name = "click-1".getBytes(StandardCharsets.UTF_8);
        Path segment = segment();
        byte[] bytes = Files.readAllBytes(segment);
        bytes[indexOf(bytes, name)] ^= 1;
        Files.write(segment, bytes);

        assertThat(attune.run("journal", "verify", folder.toString())).isEqualTo(1);
        assertThat(attune.out()).contains("damaged: position 4 (00000000000000000001.log, byte");
        assertThat(attune.run("journal", "cat", folder.toString())).isEqualTo(2);
        assertThat(json()).hasSize(3);
        assertThat(attune.err()).contains("attune journal repair");

        assertThat(attune.run("journal", "repair", folder.toString(), "--yes")).isZero();
        assertThat(attune.out()).contains("kept:    positions 1 to 3", "lost:    4 complete events");
        assertThat(Path.of(segment + ".damaged")).hasBinaryContent(bytes);
        assertThat(attune.run("journal", "verify", folder.toString())).isZero();
        assertThat(attune.out()).contains("sound: 3 events");
    }

    @Test
    void aFolderWithoutAJournalIsNamed() {
        assertThat(attune.run("journal", "ls", folder.resolve("nowhere").toString()))
                .isEqualTo(2);
        assertThat(attune.err()).contains("nowhere is not a data folder");
    }

    private static Decided decided(int decision, Features context, Offer offer, double propensity) {
        return new Decided(
                7,
                decision,
                decision,
                0,
                "request-" + decision,
                context,
                offer,
                1,
                new int[] {0},
                new double[] {1, 2},
                new double[] {0.5, 2},
                new double[0],
                propensity,
                true,
                false);
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            return files.filter(f -> f.toString().endsWith(".log")).findFirst().orElseThrow();
        }
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i <= bytes.length - wanted.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }

    private List<JsonNode> json() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> nodes = new ArrayList<>();
        for (String line : attune.out().lines().toList()) {
            nodes.add(mapper.readTree(line));
        }
        return nodes;
    }
}
