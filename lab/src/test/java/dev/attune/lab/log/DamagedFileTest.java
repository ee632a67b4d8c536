package dev.attune.lab.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage that any file may have, shown with Decision Service JSON. */
class DamagedFileTest {
    private static final String EVENT = "{\"a\":[1],\"c\":{\"_multi\":[{}]}}";

    @TempDir
    Path folder;

    @Test
    void gzipIsKnownByItsBytesAndBytesAreCountedBelowIt() throws IOException {
        Path file = Reading.writeGzip(folder, 1, events(5000));
        List<Long> progress = new ArrayList<>();
        DecisionLog log = DecisionLog.open(file, LogFormat.DSJSON, CsvColumns.DEFAULT);
        int[] read = {0};

        assertThat(log.read(event -> read[0]++, progress::add)).isEqualTo(Skipped.NOTHING);

        assertThat(read[0]).isEqualTo(5000);
        assertThat(log.bytes()).isEqualTo(Files.size(file)).isLessThan(100_000);
        assertThat(progress).isSorted().last().isEqualTo(log.bytes());
    }

    @Test
    void gzippedFilesOneAfterTheOtherAreOneLog() throws IOException {
        byte[] first = Files.readAllBytes(Reading.writeGzip(folder, 1, List.of(EVENT)));
        byte[] more = Files.readAllBytes(Reading.writeGzip(folder, 1, List.of(EVENT, EVENT)));
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(first);
        both.write(more);

        assertThat(Reading.of(Files.write(folder.resolve("log"), both.toByteArray()), LogFormat.DSJSON)
                        .events())
                .hasSize(3);
    }

    @Test
    void ofACutGzipFileTheReadablePartIsKept() throws IOException {
        Reading reading = Reading.of(Reading.writeGzip(folder, 0.5, events(5000)), LogFormat.DSJSON);

        assertThat(reading.events()).hasSizeBetween(1000, 4000);
        assertThat(reading.skipped().reasons()).hasSize(1);
        assertThat(reading.skipped().reasons())
                .containsEntry(
                        LogLines.COMPRESSED_DATA_END,
                        new Skipped.Count(1, "line " + (reading.events().size() + 1), true));
    }

    @Test
    void ofADamagedGzipFileTheReadablePartIsKept() throws IOException {
        Path file = Reading.writeGzip(folder, 1, events(5000));
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < 64; i++) {
            bytes[bytes.length / 2 + i] = (byte) 0xFF;
        }
        Files.write(file, bytes);

        Reading reading = Reading.of(file, LogFormat.DSJSON);

        assertThat(reading.events()).isNotEmpty();
        assertThat(reading.skipped().times(LogLines.COMPRESSED_DATA_DAMAGED)).isEqualTo(1);
    }

    @Test
    void aFileWithNothingButABeginningOfGzipIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("log"), new byte[] {0x1f, (byte) 0x8b, 8});

        assertThatThrownBy(() -> Reading.of(file, LogFormat.DSJSON)).hasMessageContaining("there is no event");
    }

    @Test
    void aLastLineThatIsCutIsCountedAsSuchAndAWholeOneIsTaken() throws IOException {
        Path file = folder.resolve("log");
        Files.writeString(file, EVENT + "\n" + EVENT.substring(0, 9));
        Reading cut = Reading.of(file, LogFormat.DSJSON);
        assertThat(cut.events()).hasSize(1);
        assertThat(cut.skipped().reasons()).containsEntry(EventSink.CUT, new Skipped.Count(1, "line 2", true));

        Files.writeString(file, EVENT + "\r\n" + EVENT);
        Reading whole = Reading.of(file, LogFormat.DSJSON);
        assertThat(whole.events()).hasSize(2);
        assertThat(whole.skipped()).isEqualTo(Skipped.NOTHING);
    }

    @Test
    void bytesThatAreNotUtf8AreReplacedAndCounted() throws IOException {
        String line = "{\"EventId\":\"Z\u00fcrich\",\"a\":[1],\"c\":{\"_multi\":[{}]}}\n";
        Path file = Files.write(folder.resolve("log"), line.getBytes(StandardCharsets.ISO_8859_1));
        Reading latin = Reading.of(file, LogFormat.DSJSON);
        assertThat(latin.only().id()).isEqualTo("Z\uFFFDrich");
        assertThat(latin.skipped().times(LogLines.NOT_UTF8)).isEqualTo(1);

        Files.writeString(file, "\uFEFF" + line.replace('\u00fc', '\uFFFD'));
        Reading sound = Reading.of(file, LogFormat.DSJSON);
        assertThat(sound.only().id()).isEqualTo("Z\uFFFDrich");
        assertThat(sound.skipped()).isEqualTo(Skipped.NOTHING);
    }

    @Test
    void aLineBeyondTheLimitIsPassedOverAndItsNeighboursAreNot() throws IOException {
        Path file = Reading.write(folder, "one", "x".repeat(200_000), "three", "y".repeat(100_000));
        List<String> seen = new ArrayList<>();
        EventSink sink = new EventSink(file, LogFormat.DSJSON, event -> {});

        try (LogLines lines = new LogLines(file, sink, bytes -> {}, 100_000)) {
            while (lines.next()) {
                seen.add(lines.number() + " " + lines.text());
            }
        }

        assertThat(seen).containsExactly("1 one", "2 ", "3 three", "4 " + "y".repeat(100_000));
        sink.notEvent("recognised");
        assertThat(sink.finish((line, taker) -> {}).reasons())
                .containsEntry(LogLines.OVER_LONG, new Skipped.Count(1, "line 2", true));
    }

    @Test
    void aMissingFileAndAFolderAreNamed() {
        assertThatThrownBy(() -> Reading.of(folder.resolve("nowhere"), LogFormat.DSJSON))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such file: ");
        assertThatThrownBy(() -> Reading.of(folder, LogFormat.DSJSON)).hasMessageContaining("not a file: ");
    }

    @Test
    void repeatsAreFoundAmongTheLastManyIds() {
        NameSet.Recent ids = new NameSet.Recent(3000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(ids.add("id" + i)).isTrue();
            assertThat(ids.add("id" + Math.max(0, i - 2999))).isFalse();
        }
        assertThat(ids.add("id0")).isTrue();
    }

    @Test
    void reasonsWithoutEndEndUpUnderOneName() throws IOException {
        Path file = Reading.write(folder, EVENT);
        EventSink sink = new EventSink(file, LogFormat.DSJSON, event -> {});
        IntStream.range(0, 200).forEach(i -> sink.notEvent("reason " + i));

        assertThat(sink.finish((line, taker) -> {}).times("other reasons")).isEqualTo(100);
    }

    private static List<String> events(int many) {
        return IntStream.range(0, many)
                .mapToObj(i -> "{\"EventId\":\"" + i * 2_654_435_761L % 1_000_003 + "\"," + EVENT.substring(1))
                .toList();
    }
}
