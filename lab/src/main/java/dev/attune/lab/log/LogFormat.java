package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import dev.attune.lab.config.NearestWord;
import dev.attune.lab.data.Content;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/** The formats of logs that can be read. Each has a parser of its own, which {@link #open} creates. */
public enum LogFormat {
    /** Decision Service JSON, as Vowpal Wabbit and Azure Personalizer write it. */
    DSJSON("one JSON object a line with the actions in c._multi, and _labelIndex, _label_Action or a"),
    /** Plain JSON lines with the fields of the service. */
    JSON("one JSON object a line with the fields arms, chosen and reward"),
    /** Vowpal Wabbit's text for {@code --cb}, an event a line. */
    VW_CB("lines like '1:0.5:0.25 |user age:31'"),
    /** Vowpal Wabbit's text for {@code --cb_adf}, a block of lines an event. */
    VW_ADF("lines like 'shared |user age:31', '0:0.5:0.25 |item price:2' and '|item price:3', then a blank line"),
    /** A table with one decision a row; {@link CsvColumns} states the meaning of its columns. */
    CSV("a table with a header, and an arm and a reward in each row"),
    /** The Open Bandit Dataset: one recommendation a row, {@code item_context.csv} beside it if there is one. */
    OPENBANDIT("a table with the columns item_id, click, propensity_score and user-item_affinity_0, 1, ..."),
    /** Yahoo's click log R6A: articles with features, shown at random. */
    R6A("lines like '1241160900 109513 0 |user 2:0.1 ... 1:1 |109498 2:0.3 ... 1:1 |109513 ...'"),
    /** Yahoo's click log R6B: users with features, articles without, shown at random. */
    R6B("lines like '1317513291 id-560620 0 |user 1 9 11 |id-552077 |id-560620'"),
    /** The journal of a service of Attune: its data folder, not a file. */
    JOURNAL("a data folder with decisions in its folder journal");

    private static final Pattern VISIT = Pattern.compile("^[0-9]+ (id-)?[0-9]+ [01] \\|user");
    private static final int FIRST_LINES = 20;
    private static final int MOST_BYTES = 1 << 22;

    private final String expected;

    LogFormat(String expected) {
        this.expected = expected;
    }

    /** Returns the name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the format of this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static LogFormat named(String label) {
        List<String> labels = new ArrayList<>();
        for (LogFormat format : values()) {
            if (format.label().equalsIgnoreCase(label)) {
                return format;
            }
            labels.add(format.label());
        }
        throw new IllegalArgumentException("there is no format '" + label + "'"
                + NearestWord.to(label, labels)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("; there are " + String.join(", ", labels)));
    }

    /**
     * Returns the format of a log by its content: a folder is a journal, a file is judged by its first lines.
     *
     * @throws IOException if it is none of the formats; the message has the first line
     */
    public static LogFormat recognise(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            return JOURNAL;
        }
        Content.requireFile(file);
        List<String> lines = firstLines(file);
        String whole = lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("[CHECKPOINT"))
                .findFirst()
                .orElseThrow(() -> new IOException(file + ": there is no line to recognise the format by"));
        String first = whole.strip();
        int bar = first.indexOf('|');
        boolean features = bar >= 0 && (first.indexOf(',') < 0 || first.indexOf(',') > bar); // Vowpal Wabbit's bar
        Optional<LogFormat> found = first.startsWith("{")
                ? ofJson(first)
                : VISIT.matcher(first).find()
                        ? Optional.of(first.matches(".*\\|user [^|]*:.*") ? R6A : R6B)
                        : features ? Optional.of(ofVw(lines)) : ofTable(first);
        return found.orElseThrow(() -> new IOException(file + " line " + (lines.indexOf(whole) + 1) + ": '"
                + EventSink.excerpt(first) + "' is of no known format; --format names it"));
    }

    private static List<String> firstLines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (InputStream in = Content.open(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES);
            new String(bytes, StandardCharsets.UTF_8)
                    .replace("\uFEFF", "")
                    .lines()
                    .limit(FIRST_LINES)
                    .forEach(lines::add);
        } catch (EOFException | ZipException e) {
            throw new IOException(file + ": the compressed file is damaged or cut short (" + e.getMessage() + ")", e);
        }
        return lines;
    }

    private static Optional<LogFormat> ofJson(String line) {
        if (line.contains("\"_multi\"") || line.contains("\"RewardValue\"")) {
            return Optional.of(DSJSON);
        }
        return line.contains("\"arms\"") || line.contains("\"chosen\"") ? Optional.of(JSON) : Optional.empty();
    }

    /** In --cb every line has a label, and none is blank. */
    private static LogFormat ofVw(List<String> lines) {
        boolean everyLine = lines.stream()
                .filter(line -> !line.isBlank())
                .allMatch(line -> line.strip().matches("[0-9]+:.*") && !line.startsWith("0:"));
        return everyLine && lines.stream().noneMatch(String::isBlank) ? VW_CB : VW_ADF;
    }

    private static Optional<LogFormat> ofTable(String header) {
        if (header.contains("item_id")
                && header.contains("propensity_score")
                && header.contains("user-item_affinity")) {
            return Optional.of(OPENBANDIT);
        }
        return header.matches(".*[,;\t].*") ? Optional.of(CSV) : Optional.empty();
    }

    /** Returns a description of a valid line. */
    String expected() {
        return expected;
    }

    /** Opens a log of this format: {@link DecisionLog#open}. */
    DecisionLog open(Path file, CsvColumns columns) throws IOException {
        return switch (this) {
            case DSJSON -> lines(file, DsjsonParser::new);
            case JSON -> lines(file, JsonLineParser::new);
            case VW_CB -> lines(file, () -> VwTextParser.ofNumbers(file));
            case VW_ADF -> lines(file, VwTextParser::new);
            case CSV -> lines(file, new CsvTable(file, columns)::parser);
            case OPENBANDIT -> lines(file, () -> OpenBanditRows.parser(file));
            case R6A -> lines(file, () -> new VisitParser(true));
            case R6B -> lines(file, () -> new VisitParser(false));
            case JOURNAL -> new JournalLog(JournalFolder.existing(file), null);
        };
    }

    private DecisionLog lines(Path file, ParserSource parsers) throws IOException {
        Content.requireFile(file);
        return new FileLog(file, this, parsers);
    }

    /** Creates the parser of one reading; it may survey the file first. */
    private interface ParserSource {
        LineParser open() throws IOException;
    }

    /** A log in a file. */
    private record FileLog(Path file, LogFormat format, ParserSource parsers) implements DecisionLog {
        @Override
        public long bytes() throws IOException {
            return Files.size(file);
        }

        @Override
        public Skipped read(Consumer<LoggedEvent> events, LongConsumer progress) throws IOException {
            return new EventSink(file, format, events).read(parsers.open(), progress);
        }
    }
}
