package dev.attune.cli;

import dev.attune.api.Forgetting;
import dev.attune.api.Hyperparameter;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.EnvironmentProvider;
import dev.attune.lab.env.EnvironmentProvider.Parameter;
import dev.attune.lab.report.Sheet;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code attune list}: prints the catalogue. */
@Command(
        name = "list",
        description = {
            "Lists policies, tuners and environments.",
            "",
            "Policies have their hyperparameters, tuners their requirements, environments their parameters, and all of"
                    + " them their publications."
        },
        footer = {
            "  attune list                 policies, tuners and environments",
            "  attune list tuners          tuners only",
            "  attune list environments    environments only",
            "  attune list --json          one JSON object per line",
        })
final class ListCommand extends Subcommand {
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

    @Override
    public Integer call() {
        if (shows(Kind.POLICIES)) {
            Catalog.policies().forEach(entry -> out().println(json ? toJson(entry) : describe(entry)));
        }
        if (kind == Kind.ALL && !json) {
            out().print(Terminal.block(
                    "accepted: the range that a policy accepts. search box: the range that a tuner searches by default."
                            + " explore is the weight of the bonus: index = mean + explore * bonus; 0 is greedy.",
                    0,
                    width()));
            out().println();
        }
        if (shows(Kind.TUNERS)) {
            Catalog.tuners().forEach(entry -> out().println(json ? toJson(entry) : describe(entry)));
        }
        if (shows(Kind.ENVIRONMENTS)) {
            EnvironmentCatalog.environments().forEach(entry -> out().println(json ? toJson(entry) : describe(entry)));
        }
        return 0;
    }

    private boolean shows(Kind one) {
        return kind == one || kind == Kind.ALL;
    }

    private String describe(EnvironmentProvider entry) {
        StringBuilder text = new StringBuilder(entry.name()).append(System.lineSeparator());
        text.append(block(entry.summary()));
        for (Parameter p : entry.parameters()) {
            String preset = p.preset().isEmpty() ? "-" : p.preset();
            String first = " ".repeat(NAME) + String.format("%-9s preset %-7s ", p.name(), preset);
            text.append(lines(Sheet.wrapped(p.meaning(), first, " ".repeat(NAME + 4), width())));
        }
        return text + block(entry.source());
    }

    private String describe(PolicyProvider entry) {
        StringBuilder text = new StringBuilder(named(entry.name(), entry.summary()));
        for (Hyperparameter p : entry.space().parameters()) {
            String first = " ".repeat(NAME)
                    + String.format("%-8s %-6s  preset %-5s", p.name(), p.symbol(), number(p.preset()));
            String accepted = "accepted [" + number(p.min()) + ", " + number(p.max()) + "]";
            String searched = "search box [" + number(p.low()) + ", " + number(p.high()) + "] "
                    + p.scale().name().toLowerCase(Locale.ROOT);
            text.append(hyperparameter(first, accepted, searched));
        }
        if (entry.canForget(Forgetting.DETECTED)) {
            boolean memory = entry.canForget(Forgetting.memory(1000));
            text.append(block("forgetting: detected, none" + (memory ? ", a fixed memory" : "")));
        }
        return text + block(entry.citation());
    }

    private String describe(TunerProvider entry) {
        return named(entry.name(), entry.summary()) + block("needs: " + entry.needs()) + block(entry.citation());
    }

    /** Returns one line, or as many as fit, without a break within a range. */
    private String hyperparameter(String first, String accepted, String searched) {
        String rest = System.lineSeparator() + " ".repeat(NAME + 4);
        String ranges = accepted + "  " + searched;
        String line = first.length() + 2 + ranges.length() <= width()
                ? first + "  " + ranges
                : NAME + 4 + ranges.length() <= width()
                        ? first.stripTrailing() + rest + ranges
                        : first.stripTrailing() + rest + accepted + rest + searched;
        return line + System.lineSeparator();
    }

    private String named(String name, String text) {
        return name.length() < NAME
                ? lines(Sheet.wrapped(text, String.format("%-" + NAME + "s", name), " ".repeat(NAME), width()))
                : name + System.lineSeparator() + block(text);
    }

    private String block(String text) {
        return text.isEmpty() ? "" : Terminal.block(text, NAME, width());
    }

    private static String lines(List<String> lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    private static JsonLine toJson(EnvironmentProvider entry) {
        return new JsonLine()
                .put("environment", entry.name())
                .put("summary", entry.summary())
                .put("source", entry.source())
                .put("parameters", entry.parameters());
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
