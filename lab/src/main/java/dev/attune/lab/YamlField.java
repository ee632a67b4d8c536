package dev.attune.lab;

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

/** A value in a YAML file that knows its line and its path, such as {@code tuners[2].name}, for messages. */
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
     * The whole of a file.
     *
     * @param file its name, for messages
     * @param needs what an empty file should have had, such as {@code a spec needs at least rounds}
     */
    public static YamlField read(String file, String text, String needs) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(50);
        Node node;
        try {
            node = new Yaml(options).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw new YamlException(file + ", line " + line + ": this is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new YamlException(file + ": this is not YAML: " + e.getMessage());
        }
        if (node == null) {
            throw new YamlException(file + " is empty; " + needs);
        }
        return new YamlField(file, "", node);
    }

    /** An error at this place. */
    public YamlException error(String problem) {
        String field = path.isEmpty() ? "" : path + ": ";
        return new YamlException(file + ", line " + (node.getStartMark().getLine() + 1) + ": " + field + problem);
    }

    /** Whether it has fields. */
    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /** Whether it is a list. */
    public boolean isSequence() {
        return node instanceof SequenceNode;
    }

    /** The fields of a mapping, in their order; refuses names that are not known. */
    public Map<String, YamlField> fields(Set<String> known) {
        Map<String, YamlField> fields = fields();
        for (Map.Entry<String, YamlField> field : fields.entrySet()) {
            if (!known.contains(field.getKey())) {
                throw field.getValue().error("there is no such field" + hint(field.getKey(), known));
            }
        }
        return fields;
    }

    /** The fields of a mapping, whatever their names; refuses one that is there twice. */
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

    /** The elements of a list; a single value counts as a list of one. */
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

    /** A plain value as it is written. */
    public String text() {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().strip();
        }
        throw error("must be a single value");
    }

    /** A whole number within bounds; underscores may group its digits. */
    public long integer(long least, long most) {
        try {
            long value = Long.parseLong(text().replace("_", ""));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw error("'" + text() + "' must be a whole number "
                + (most == Long.MAX_VALUE ? "of at least " + least : "between " + least + " and " + most));
    }

    /** A number within bounds. */
    public double number(double least, double most) {
        try {
            double value = Double.parseDouble(text());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw error("'" + text() + "' must be a number between " + least + " and " + most);
    }

    /** A list of numbers within bounds, at least one. */
    public double[] numbers(double least, double most) {
        if (elements().isEmpty()) {
            throw error("must not be empty");
        }
        return elements().stream()
                .mapToDouble(element -> element.number(least, most))
                .toArray();
    }

    /** The entry of a catalogue that this value names, whatever the case; an unknown name gets a hint. */
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
