package dev.attune.lab.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A value of a YAML configuration file, with its line and its path, such as {@code tuners[2].name}, for error messages. Specs, layouts of CSV logs and
 * configurations of jobs are read with it, so all of them report errors in the same way.
 */
public final class YamlField {
    private final String file;
    private final String path;
    private final Node node;

    private YamlField(String file, String path, Node node) {
        this.file = file;
        this.path = path;
        this.node = node;
    }

    /**
     * Parses a file.
     *
     * @param file its name, for messages
     * @param needs the rest of the message for an empty file, such as {@code a spec needs at least rounds}
     */
    public static YamlField read(String file, String text, String needs) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(50);
        Node node;
        try {
            node = new Yaml(options).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw new IllegalArgumentException(file + ", line " + line + ": this is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new IllegalArgumentException(file + ": this is not YAML: " + e.getMessage());
        }
        if (node == null) {
            throw new IllegalArgumentException(file + " is empty; " + needs);
        }
        return new YamlField(file, "", node);
    }

    /** Creates an error at this place. */
    public IllegalArgumentException error(String problem) {
        String field = path.isEmpty() ? "" : path + ": ";
        return new IllegalArgumentException(
                file + ", line " + (node.getStartMark().getLine() + 1) + ": " + field + problem);
    }

    /** Returns whether this is a mapping. */
    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /** Returns whether this is a list. */
    public boolean isSequence() {
        return node instanceof SequenceNode;
    }

    /** Returns the fields of a mapping in file order; rejects unknown names. */
    public Map<String, YamlField> fields(Set<String> known) {
        Map<String, YamlField> fields = fields();
        for (Map.Entry<String, YamlField> field : fields.entrySet()) {
            if (!known.contains(field.getKey())) {
                throw field.getValue().error("there is no such field" + hint(field.getKey(), known));
            }
        }
        return fields;
    }

    /** Returns the fields of a mapping in file order; rejects duplicates. */
    public Map<String, YamlField> fields() {
        if (!(node instanceof MappingNode mapping)) {
            throw error("must be a mapping of fields, one 'name: value' a line");
        }
        Map<String, YamlField> fields = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String name = new YamlField(file, path, tuple.getKeyNode()).text();
            YamlField field = new YamlField(file, path.isEmpty() ? name : path + "." + name, tuple.getValueNode());
            if (fields.put(name, field) != null) {
                throw field.error("is there twice");
            }
        }
        return fields;
    }

    /** Returns one of the fields of this mapping; rejects the mapping if it is missing. */
    public YamlField need(Map<String, YamlField> fields, String name) {
        YamlField field = fields.get(name);
        if (field == null) {
            throw error("the field '" + name + "' is missing");
        }
        return field;
    }

    /** Returns the value of one of these fields, or a preset if it is missing. */
    public static <T> T value(Map<String, YamlField> fields, String name, T preset, Function<YamlField, T> read) {
        YamlField field = fields.get(name);
        return field == null ? preset : read.apply(field);
    }

    /** Returns the elements of a list; a single value counts as a list of one. */
    public List<YamlField> elements() {
        if (!(node instanceof SequenceNode sequence)) {
            return List.of(this);
        }
        List<YamlField> elements = new ArrayList<>();
        for (Node element : sequence.getValue()) {
            elements.add(new YamlField(file, path + "[" + elements.size() + "]", element));
        }
        return elements;
    }

    /** Returns a scalar as it is written. */
    public String text() {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().strip();
        }
        throw error("must be a single value");
    }

    /** Returns a whole number within bounds; underscores may group its digits. */
    public long integer(long least, long most) {
        try {
            long value = Long.parseLong(text().replace("_", ""));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw error("'" + text() + "' must be a whole number "
                + (most == Long.MAX_VALUE ? "of at least " + least : "between " + least + " and " + most));
    }

    /** Returns a number within bounds. */
    public double number(double least, double most) {
        try {
            double value = Double.parseDouble(text());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw error("'" + text() + "' must be a number between " + least + " and " + most);
    }

    /** Returns a list of at least one number within bounds. */
    public double[] numbers(double least, double most) {
        if (elements().isEmpty()) {
            throw error("must not be empty");
        }
        return elements().stream()
                .mapToDouble(element -> element.number(least, most))
                .toArray();
    }

    /** Returns the entry of a catalogue that this value names, ignoring case; the error for an unknown name has a suggestion. */
    public <T> T named(String kind, List<T> entries, Function<T, String> nameOf) {
        String name = text();
        return entries.stream()
                .filter(entry -> nameOf.apply(entry).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> error("there is no " + kind + " '" + name + "'"
                        + hint(name, entries.stream().map(nameOf).toList())));
    }

    private static String hint(String word, Collection<String> known) {
        return NearestWord.to(word, known)
                .map(nearest -> ". Did you mean '" + nearest + "'?")
                .orElse("; there are " + String.join(", ", known));
    }
}
