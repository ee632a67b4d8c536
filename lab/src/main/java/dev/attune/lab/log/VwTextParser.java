package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Vowpal Wabbit's text format of contextual bandits. An object parses {@code --cb_adf}; {@link #ofNumbers} is for {@code --cb}.
 *
 * <pre>
 *   --cb       1:0.5:0.25 |user age:31 country=DE            an event a line: action:cost:probability, then the context
 *   --cb_adf   shared |user age:31                           an event is a block of lines that ends with a blank line:
 *              0:0.5:0.25 |item price:2                      one line for each action, a label on the one that was chosen,
 *              |item price:3                                 and the context on a line 'shared', if there is one
 * </pre>
 *
 * <p>A feature {@code name:value} of the namespace {@code ns} is the number {@code ns.name}; without a value it is a flag. The reward is minus
 * the cost. Arms are numbered from 1, unless the line of an action has a tag. With --cb the arms are 1 to the largest action of the file.
 */
final class VwTextParser implements LineParser {
    private static final String SHARED = "shared";

    private Block block = new Block();

    /** What is known of an event of {@code --cb_adf} before its last line. */
    private static final class Block {
        Features context = Features.NONE;
        final List<Arm> arms = new ArrayList<>();
        final Set<String> ids = new HashSet<>();
        int chosen = -1;
        double cost = Double.NaN;
        double probability = Double.NaN;
        boolean open; // it has a line
        boolean broken;
    }

    /** Returns a parser of {@code --cb}; the actions are found by a first reading. */
    static LineParser ofNumbers(Path file) throws IOException {
        int[] most = {0};
        LineParser survey = (line, sink) -> {
            most[0] = Math.max(most[0], Label.of(line).action);
            sink.notEvent("line");
        };
        EventSink.survey(file, LogFormat.VW_CB, survey, () -> false);
        List<Arm> arms = IntStream.rangeClosed(1, most[0])
                .mapToObj(action -> new Arm(Integer.toString(action), Features.NONE))
                .toList();
        return (line, sink) -> parseNumbered(line, arms, sink);
    }

    private static void parseNumbered(String line, List<Arm> arms, EventSink sink) throws MalformedLineException {
        Label label = Label.of(line);
        if (!label.labelled) {
            sink.lost("line without a label: no action was chosen");
        } else if (label.action < 1) {
            sink.lost("action below 1");
        } else {
            sink.event(new LoggedEvent(
                    label.tag,
                    LoggedEvent.NO_TIME,
                    features(line, sink),
                    arms,
                    label.action - 1,
                    sink.propensity(label.probability),
                    0 - label.cost,
                    1));
        }
    }

    /**
     * What a line has before its first bar.
     *
     * @param action the number before the first colon of the label; 0 if there is no label
     */
    private record Label(boolean shared, String tag, boolean labelled, int action, double cost, double probability) {
        static Label of(String line) throws MalformedLineException {
            int bar = line.indexOf('|');
            if (bar < 0) {
                throw new MalformedLineException("no bar between the label and the features");
            }
            String head = line.substring(0, bar);
            StringTokenizer tokens = new StringTokenizer(head);
            boolean attached = bar > 0 && !Character.isWhitespace(head.charAt(bar - 1));
            boolean shared = false;
            String tag = "";
            double[] label = {};
            while (tokens.hasMoreTokens()) {
                String token = tokens.nextToken();
                double[] parts = numbers(token);
                if (token.equals(SHARED)) {
                    shared = true;
                } else if (parts.length == 3 && label.length == 0) {
                    label = parts;
                } else if (parts.length == 3) {
                    throw new MalformedLineException("more than one label with a cost");
                } else if (token.startsWith("'") || (attached && !tokens.hasMoreTokens())) {
                    tag = token.startsWith("'") ? token.substring(1) : token;
                } else if (parts.length != 1) { // an action that is only available, or the importance of the line
                    throw new MalformedLineException("the label is not action:cost:probability");
                }
            }
            return label.length == 0
                    ? new Label(shared, tag, false, 0, Double.NaN, Double.NaN)
                    : new Label(shared, tag, true, (int) label[0], label[1], label[2]);
        }

        /** Returns the numbers between colons; empty if one of them is none. */
        private static double[] numbers(String token) {
            double[] numbers =
                    Stream.of(token.split(":")).mapToDouble(Table::numberIn).toArray();
            return Arrays.stream(numbers).anyMatch(Double::isNaN) ? new double[0] : numbers;
        }
    }

    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException {
        block.open = true;
        Label label;
        try {
            label = Label.of(line);
        } catch (MalformedLineException e) {
            block.broken = true;
            throw e;
        }
        Features features = features(line, sink);
        if (label.shared) {
            block.context = features;
            return;
        }
        int place = block.arms.size();
        if (label.labelled) {
            block.broken |= block.chosen >= 0;
            block.chosen = place;
            block.cost = label.cost;
            block.probability = label.probability;
        }
        String id = label.tag.isEmpty() ? Integer.toString(place + 1) : label.tag;
        block.arms.add(new Arm(sink.unusedId(id, place, block.ids), features));
    }

    @Override
    public void blank(EventSink sink) {
        Block ended = block;
        block = new Block();
        if (!ended.open) {
            return;
        }
        if (ended.broken) {
            sink.lost("event with a malformed line or several labels");
        } else if (ended.arms.isEmpty()) {
            sink.lost("event without actions");
        } else if (ended.chosen < 0) {
            sink.lost("event without a label: no action was chosen");
        } else {
            sink.event(new LoggedEvent(
                    "",
                    LoggedEvent.NO_TIME,
                    ended.context,
                    ended.arms,
                    ended.chosen,
                    sink.propensity(ended.probability),
                    0 - ended.cost,
                    1));
        }
    }

    @Override
    public void finish(EventSink sink) {
        blank(sink);
    }

    /** Returns the features behind the bars of a line. */
    private static Features features(String line, EventSink sink) throws MalformedLineException {
        Features.Builder features = Features.builder();
        Set<String> names = new LinkedHashSet<>();
        StringTokenizer spaces = new StringTokenizer(line.substring(line.indexOf('|') + 1), "|");
        while (spaces.hasMoreTokens()) {
            String space = spaces.nextToken();
            boolean named = !Character.isWhitespace(space.charAt(0));
            StringTokenizer tokens = new StringTokenizer(space);
            String prefix = "";
            double scale = 1;
            if (named && tokens.hasMoreTokens()) {
                String first = tokens.nextToken();
                int colon = first.indexOf(':');
                scale = colon < 0 ? 1 : number(first.substring(colon + 1));
                prefix = (colon < 0 ? first : first.substring(0, colon)) + ".";
            }
            while (tokens.hasMoreTokens()) {
                String token = tokens.nextToken();
                int colon = token.lastIndexOf(':');
                String name = prefix + (colon < 0 ? token : token.substring(0, colon));
                if (!names.add(name)) {
                    sink.warn("feature that is there twice; the first value holds");
                } else if (colon < 0 && scale == 1) {
                    features.flag(name, true);
                } else {
                    features.number(name, scale * (colon < 0 ? 1 : number(token.substring(colon + 1))));
                }
            }
        }
        return names.isEmpty() ? Features.NONE : features.build();
    }

    private static double number(String text) throws MalformedLineException {
        double value = Table.numberIn(text);
        if (Double.isNaN(value)) {
            throw new MalformedLineException("feature whose value is not a number");
        }
        return value;
    }
}
