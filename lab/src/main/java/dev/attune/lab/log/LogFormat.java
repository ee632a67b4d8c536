package dev.attune.lab.log;

import dev.attune.journal.JournalFolder;
import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The formats of logs that can be read. A format is a class of its own that parses it, and {@link #open}, which makes that class. */
public enum LogFormat {
    /** Decision Service JSON, as Vowpal Wabbit and Azure Personalizer write it. */
    DSJSON(
            "Decision Service JSON, as Vowpal Wabbit and Personalizer write it: one JSON object a line",
            "one JSON object a line with the actions in c._multi, and _labelIndex, _label_Action or a"),
    /** A table with one decision a row. */
    CSV(
            "a table with one decision a row; options or a YAML file say which column is what",
            "a table with a header, and an arm and a reward in each row"),
    /** The Open Bandit Dataset. */
    OPENBANDIT(
            "the Open Bandit Dataset: one recommendation a row, item_context.csv beside it where there is one",
            "a table with the columns item_id, click, propensity_score and user-item_affinity_0, 1, ..."),
    /** Yahoo's click log R6A. */
    R6A(
            "Yahoo's click log R6A: articles with features, shown at random",
            "lines like '1241160900 109513 0 |user 2:0.1 ... 1:1 |109498 2:0.3 ... 1:1 |109513 ...'"),
    /** Yahoo's click log R6B. */
    R6B(
            "Yahoo's click log R6B: users with features, articles without, shown at random",
            "lines like '1317513291 id-560620 0 |user 1 9 11 |id-552077 |id-560620'"),
    /** The journal of a service of Attune. */
    JOURNAL(
            "the journal of a service of Attune: its data folder, not a file",
            "a data folder with decisions in its folder journal");

    private final String description;
    private final String expected;

    LogFormat(String description, String expected) {
        this.description = description;
        this.expected = expected;
    }

    /** Returns the name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a description in one line. */
    public String description() {
        return description;
    }

    /** Returns a description of a valid line. */
    String expected() {
        return expected;
    }

    /** Opens a log of this format: {@link DecisionLog#open}. */
    DecisionLog open(Path file, CsvColumns columns) throws IOException {
        return switch (this) {
            case DSJSON -> lines(file, progress -> new DsjsonParser());
            case CSV -> lines(file, new CsvTable(file, columns));
            case OPENBANDIT -> lines(file, progress -> OpenBanditRows.parser(file));
            case R6A -> lines(file, progress -> new VisitParser(true));
            case R6B -> lines(file, progress -> new VisitParser(false));
            case JOURNAL -> new JournalLog(JournalFolder.existing(file), null);
        };
    }

    private DecisionLog lines(Path file, FileLog.ParserSource parsers) throws IOException {
        Content.requireFile(file);
        return new FileLog(file, this, parsers);
    }
}
