package dev.attune.cli;

import dev.attune.api.Forgetting;
import dev.attune.api.Hyperparameter;
import dev.attune.api.PolicyProvider;
import dev.attune.api.TunerProvider;
import dev.attune.catalog.Catalog;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.EnvironmentProvider;
import dev.attune.lab.env.Parameter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code attune list}: the catalogue. */
@Command(
        name = "list",
        description =
                "Shows the policies with their hyperparameters, the tuners with what they need, and the environments of the lab"
                        + " with their parameters; each with where it was published.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  attune list                 policies, tuners and environments",
            "  attune list tuners          the tuners alone",
            "  attune list environments    what they can be tried on",
            "  attune list --json          one JSON object a line",
        })
final class ListCommand implements Runnable {
    /** What can be listed. */
    enum Kind {
        POLICIES,
        TUNERS,
        ENVIRONMENTS,
        ALL
    }

    @Parameters(
            paramLabel = "policies|tuners|environments|all",
            arity = "0..1",
            defaultValue = "all",
            description = "What to list; all unless said otherwise.")
    private Kind kind;

    @Option(names = "--json", description = "One JSON object a line instead of text.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (shows(Kind.POLICIES)) {
            Catalog.policies().forEach(entry -> out.println(json ? toJson(entry) : describe(entry)));
        }
        if (kind == Kind.ALL && !json) {
            out.println("Accepted: what a policy takes. Search box: where a tuner looks unless told otherwise.");
            out.println("explore is how much the bonus counts: index = mean + explore * bonus; 0 is greedy.");
            out.println();
        }
        if (shows(Kind.TUNERS)) {
            Catalog.tuners().forEach(entry -> out.println(json ? toJson(entry) : describe(entry)));
        }
        if (shows(Kind.ENVIRONMENTS)) {
            EnvironmentCatalog.environments().forEach(entry -> out.println(json ? toJson(entry) : describe(entry)));
        }
        out.flush();
    }

    private boolean shows(Kind one) {
        return kind == one || kind == Kind.ALL;
    }

    private static String describe(EnvironmentProvider entry) {
        StringBuilder text = new StringBuilder(String.format("%s%n            %s%n", entry.name(), entry.summary()));
        for (Parameter p : entry.parameters()) {
            String preset = p.preset().isEmpty() ? "-" : p.preset();
            text.append(String.format("            %-9s preset %-7s %s%n", p.name(), preset, p.meaning()));
        }
        return entry.source().isEmpty() ? text.toString() : text + "            " + entry.source() + "\n";
    }

    private static String toJson(EnvironmentProvider entry) {
        String parameters = entry.parameters().stream()
                .map(p -> new JsonLine()
                        .put("name", p.name())
                        .put("preset", p.preset())
                        .put("meaning", p.meaning())
                        .toString())
                .collect(Collectors.joining(",", "[", "]"));
        return new JsonLine()
                .put("environment", entry.name())
                .put("summary", entry.summary())
                .put("source", entry.source())
                .putRaw("parameters", parameters)
                .toString();
    }

    private static String describe(PolicyProvider entry) {
        StringBuilder text = new StringBuilder(String.format("%-11s %s%n", entry.name(), entry.summary()));
        for (Hyperparameter p : entry.space().parameters()) {
            text.append(String.format(
                    "            %-8s %-6s  preset %-5s  accepted [%s, %s]  search box [%s, %s] %s%n",
                    p.name(),
                    p.symbol(),
                    number(p.preset()),
                    number(p.min()),
                    number(p.max()),
                    number(p.low()),
                    number(p.high()),
                    p.scale().name().toLowerCase(Locale.ROOT)));
        }
        if (entry.canForget(Forgetting.DETECTED)) {
            text.append(String.format("            forgetting: %s%n", String.join(", ", waysToForget(entry))));
        }
        return entry.citation().isEmpty() ? text.toString() : text + "            " + entry.citation() + "\n";
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

    private static String describe(TunerProvider entry) {
        String text = String.format("%-11s %s%n            needs: %s%n", entry.name(), entry.summary(), entry.needs());
        return entry.citation().isEmpty() ? text : text + "            " + entry.citation() + "\n";
    }

    private static String toJson(TunerProvider entry) {
        return new JsonLine()
                .put("tuner", entry.name())
                .put("summary", entry.summary())
                .put("needs", entry.needs())
                .put("citation", entry.citation())
                .toString();
    }

    private static String toJson(PolicyProvider entry) {
        String parameters = entry.space().parameters().stream()
                .map(p -> new JsonLine()
                        .put("name", p.name())
                        .put("symbol", p.symbol())
                        .put("preset", p.preset())
                        .put("min", p.min())
                        .put("max", p.max())
                        .put("low", p.low())
                        .put("high", p.high())
                        .put("scale", p.scale().name().toLowerCase(Locale.ROOT))
                        .toString())
                .collect(Collectors.joining(",", "[", "]"));
        return new JsonLine()
                .put("policy", entry.name())
                .put("summary", entry.summary())
                .put("citation", entry.citation())
                .putRaw("hyperparameters", parameters)
                .toString();
    }

    /** 5 rather than 5.0, 1e6 rather than 1000000.0. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value)
                .replaceFirst("(\\.\\d*?)0+(?=e|$)", "$1")
                .replaceFirst("\\.(?=e|$)", "")
                .replaceFirst("e([+-])0+", "e$1")
                .replace("e+", "e");
    }
}
