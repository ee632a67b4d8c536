package dev.attune.lab.log;

import dev.attune.lab.YamlField;
import dev.attune.lab.data.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads from YAML which column of a table is what.
 *
 * <pre>
 *   arm: shown
 *   reward: click
 *   propensity: probability
 *   kinds: {topics: tags}
 *   arm-features: articles.csv
 *   arm-id: article
 * </pre>
 */
public final class CsvColumnsFile {
    private static final Set<String> FIELDS = Set.of(
            "arm",
            "reward",
            "propensity",
            "id",
            "time",
            "offered",
            "context",
            "kinds",
            "arms",
            "delimiter",
            "separator",
            "arm-features",
            "arm-id");
    private static final int MOST_ARMS = 100_000;

    private CsvColumnsFile() {}

    /** What a file says; the table of arms is looked for beside it. */
    public static CsvColumns read(Path file) throws IOException {
        Content.requireFile(file);
        YamlField root = YamlField.read(
                file.toString(), Files.readString(file), "name at least the columns of the arm and of the reward");
        CsvColumns.Builder columns = CsvColumns.builder();
        Map<String, YamlField> fields = root.fields(FIELDS);
        for (Map.Entry<String, YamlField> field : fields.entrySet()) {
            YamlField value = field.getValue();
            switch (field.getKey()) {
                case "arm" -> columns.arm(value.text());
                case "reward" -> columns.reward(value.text());
                case "propensity" -> columns.propensity(value.text());
                case "id" -> columns.id(value.text());
                case "time" -> columns.time(value.text());
                case "offered" -> columns.offered(value.text());
                case "context" ->
                    columns.context(
                            value.elements().stream().map(YamlField::text).toList());
                case "kinds" ->
                    value.fields()
                            .forEach((column, kind) -> columns.kind(
                                    column, kind.named("kind", List.of(ColumnKind.values()), ColumnKind::label)));
                case "arms" -> columns.arms((int) value.integer(1, MOST_ARMS));
                case "delimiter" -> columns.delimiter(character(value));
                case "separator" -> columns.separator(character(value));
                default -> {
                    // below: the table of arms takes two
                }
            }
        }
        YamlField table = fields.get("arm-features");
        YamlField id = fields.get("arm-id");
        if (table != null) {
            columns.armFeatures(file.resolveSibling(table.text()), id == null ? "arm" : id.text());
        } else if (id != null) {
            throw id.error("names a column of the table arm-features, which is missing");
        }
        try {
            return columns.build();
        } catch (IllegalArgumentException e) {
            throw root.error(String.valueOf(e.getMessage()));
        }
    }

    private static char character(YamlField field) {
        try {
            return character(field.text());
        } catch (IllegalArgumentException e) {
            throw field.error(String.valueOf(e.getMessage()));
        }
    }

    /** A character by itself or by name: comma, semicolon, tab, space, bar. */
    public static char character(String text) {
        return switch (text) {
            case "comma" -> ',';
            case "semicolon" -> ';';
            case "tab", "\\t" -> '\t';
            case "space" -> ' ';
            case "bar" -> '|';
            default -> {
                if (text.length() != 1) {
                    throw new IllegalArgumentException(
                            "'" + text + "' must be one character, or comma, semicolon, tab, space or bar");
                }
                yield text.charAt(0);
            }
        };
    }
}
