package dev.attune.cli;

import dev.attune.api.Forgetting;
import dev.attune.api.Hyperparameter;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.EnvironmentProvider;
import dev.attune.lab.env.Parameter;
import dev.attune.lab.report.Sheet;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune list}: prints the catalogue. */
@Command(
        name = "list",
        description = {
            "Lists policies, tuners and environments.",
            "",
            "Policies have their hyperparameters, tuners their requirements, environments their parameters, and all of"
                    + " them their publications."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune list                 policies, tuners and environments",
            "  attune list tuners          tuners only",
            "  attune list environments    environments only",
            "  attune list --json          one JSON object per line",
        })
final class ListCommand implements Runnable {
    private static final int NAME = 12; // columns of a name, and indentation below it

    /** Parts of the catalogue. */
    enum Kind {
        POLICIES,
        TUNERS,
        ENVIRONMENTS,
        ALL
    }

    @Parameters(
            paramLabel = "KIND",
            arity = "0..1",
            defaultValue = "all",
            description = "policies, tuners, environments or all (default: all).")
    private Kind kind;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        int width = spec.usageMessage().width();
        if (shows(Kind.POLICIES)) {
            Catalog.policies().forEach(entry -> out.println(json ? toJson(entry) : describe(entry, width)));
        }
        if (kind == Kind.ALL && !json) {
            out.print(Terminal.block(
                    "accepted: the range that a policy accepts. search box: the range that a tuner searches by default."
                            + " explore is the weight of the bonus: index = mean + explore * bonus; 0 is greedy.",
                    0,
                    width));
            out.println();
        }
        if (shows(Kind.TUNERS)) {
            Catalog.tuners().forEach(entry -> out.println(json ? toJson(entry) : describe(entry, width)));
        }
        if (shows(Kind.ENVIRONMENTS)) {
            EnvironmentCatalog.environments()
                    .forEach(entry -> out.println(json ? toJson(entry) : describe(entry, width)));
        }
        out.flush();
    }

    private boolean shows(Kind one) {
        return kind == one || kind == Kind.ALL;
    }

    private static String describe(EnvironmentProvider entry, int width) {
        StringBuilder text = new StringBuilder(entry.name()).append(System.lineSeparator());
        text.append(Terminal.block(entry.summary(), NAME, width));
        for (Parameter p : entry.parameters()) {
            String preset = p.preset().isEmpty() ? "-" : p.preset();
            text.append(hanging(
                    " ".repeat(NAME) + String.format("%-9s preset %-7s", p.name(), preset), p.meaning(), width));
        }
        return text + optional(entry.source(), width);
    }

    private static String describe(PolicyProvider entry, int width) {
        StringBuilder text = new StringBuilder(named(entry.name(), entry.summary(), width));
        for (Hyperparameter p : entry.space().parameters()) {
            String first = " ".repeat(NAME)
                    + String.format("%-8s %-6s  preset %-5s", p.name(), p.symbol(), number(p.preset()));
            String accepted = "accepted [" + number(p.min()) + ", " + number(p.max()) + "]";
            String searched = "search box [" + number(p.low()) + ", " + number(p.high()) + "] "
                    + p.scale().name().toLowerCase(Locale.ROOT);
            text.append(hyperparameter(first, accepted, searched, width));
        }
        if (entry.canForget(Forgetting.DETECTED)) {
            text.append(Terminal.block("forgetting: " + String.join(", ", waysToForget(entry)), NAME, width));
        }
        return text + optional(entry.citation(), width);
    }

    private static String describe(TunerProvider entry, int width) {
        return named(entry.name(), entry.summary(), width)
                + Terminal.block("needs: " + entry.needs(), NAME, width)
                + optional(entry.citation(), width);
    }

    /** Returns one line, or as many as fit, without a break within a range. */
    private static String hyperparameter(String first, String accepted, String searched, int width) {
        String rest = System.lineSeparator() + " ".repeat(NAME + 4);
        String ranges = accepted + "  " + searched;
        String line = first.length() + 2 + ranges.length() <= width
                ? first + "  " + ranges
                : NAME + 4 + ranges.length() <= width
                        ? first.stripTrailing() + rest + ranges
                        : first.stripTrailing() + rest + accepted + rest + searched;
        return line + System.lineSeparator();
    }

    private static String named(String name, String text, int width) {
        return name.length() < NAME
                ? lines(Sheet.wrapped(text, String.format("%-" + NAME + "s", name), " ".repeat(NAME), width))
                : name + System.lineSeparator() + Terminal.block(text, NAME, width);
    }

    /** Returns a beginning and a text; the further lines of the text are indented by four more columns. */
    private static String hanging(String first, String text, int width) {
        return lines(Sheet.wrapped(text, first + " ", " ".repeat(NAME + 4), width));
    }

    private static String optional(String text, int width) {
        return text.isEmpty() ? "" : Terminal.block(text, NAME, width);
    }

    private static String lines(List<String> lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    private static List<String> waysToForget(PolicyProvider entry) {
        List<String> ways = new ArrayList<>();
        if (entry.canForget(Forgetting.DETECTED)) {
            ways.add("detected");
        }
        ways.add("none");
        if (entry.canForget(Forgetting.memory(1000))) {
            ways.add("a fixed memory");
        }
        return ways;
    }

    private static JsonLine toJson(EnvironmentProvider entry) {
        return new JsonLine()
                .put("environment", entry.name())
                .put("summary", entry.summary())
                .put("source", entry.source())
                .put(
                        "parameters",
                        entry.parameters().stream()
                                .map(p -> new JsonLine()
                                        .put("name", p.name())
                                        .put("preset", p.preset())
                                        .put("meaning", p.meaning()))
                                .toList());
    }

    private static JsonLine toJson(TunerProvider entry) {
        return new JsonLine()
                .put("tuner", entry.name())
                .put("summary", entry.summary())
                .put("needs", entry.needs())
                .put("citation", entry.citation());
    }

    private static JsonLine toJson(PolicyProvider entry) {
        return new JsonLine()
                .put("policy", entry.name())
                .put("summary", entry.summary())
                .put("citation", entry.citation())
                .put(
                        "hyperparameters",
                        entry.space().parameters().stream()
                                .map(p -> new JsonLine()
                                        .put("name", p.name())
                                        .put("symbol", p.symbol())
                                        .put("preset", p.preset())
                                        .put("min", p.min())
                                        .put("max", p.max())
                                        .put("low", p.low())
                                        .put("high", p.high())
                                        .put("scale", p.scale().name().toLowerCase(Locale.ROOT)))
                                .toList());
    }

    /** Formats 5 rather than 5.0, and 1e6 rather than 1000000.0. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value)
                .replaceFirst("(\\.\\d*?)0+(?=e|$)", "$1")
                .replaceFirst("\\.(?=e|$)", "")
                .replaceFirst("e([+-])0+", "e$1")
                .replace("e+", "e");
    }
}
