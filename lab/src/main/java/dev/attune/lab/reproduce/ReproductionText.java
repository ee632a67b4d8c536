package dev.attune.lab.reproduce;

import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * REPRODUCTION.md: all findings in Markdown. It is made anew by every run, so it is not edited by hand; notes on an outcome are in
 * {@code reproduce/NAME/notes.md}, and are put below the tables. Together with the folder
 * images it can be put anywhere.
 */
final class ReproductionText {
    private ReproductionText() {}

    /** Writes REPRODUCTION.md and, into the folder images beside it, the figures that it shows. */
    static void write(List<Findings> all, String version, Path folder) throws IOException {
        for (Findings findings : all) {
            for (Path figure : findings.figures()) {
                if (isSvg(figure)) {
                    Path image = folder.resolve(image(findings));
                    Files.createDirectories(image.resolveSibling(""));
                    Files.copy(figure, image, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        Files.writeString(folder.resolve("REPRODUCTION.md"), text(all, version));
    }

    private static boolean isSvg(Path figure) {
        return figure.toString().endsWith(".svg");
    }

    private static String image(Findings findings) {
        return "images/reproduce-" + findings.reproduction().name() + ".svg";
    }

    static String text(List<Findings> all, String version) {
        StringBuilder text = new StringBuilder("# The paper's tables and figures, run again\n\n");
        text.append(
                        "Kang, Hsieh, Lee: *Online Continuous Hyperparameter Optimization for Generalized Linear Contextual")
                .append(" Bandits*. TMLR 2024.\n\n");
        text.append("Made by `attune reproduce ")
                .append(String.join(
                        " ",
                        all.stream().map(each -> each.reproduction().name()).toList()))
                .append("` with Attune ")
                .append(version)
                .append(" on Java ")
                .append(Runtime.version().feature())
                .append(". Tables and figures are made by the command; what is said below them under *Notes* is"
                        + " written by people and kept in `reproduce/NAME/notes.md`.\n\n");
        for (Findings findings : all) {
            text.append("- [")
                    .append(findings.title())
                    .append("](#")
                    .append(anchor(findings))
                    .append(")\n");
        }
        for (Findings findings : all) {
            section(findings, text);
        }
        return text.toString();
    }

    private static String anchor(Findings findings) {
        return findings.reproduction().name();
    }

    private static void section(Findings findings, StringBuilder text) {
        text.append("\n<a id=\"")
                .append(anchor(findings))
                .append("\"></a>\n\n## ")
                .append(findings.title())
                .append("\n\n");
        // Every line is a thought of its own, and Markdown would run them together.
        text.append(findings.reproduction().about().replaceAll("\\R+", "\n\n")).append("\n");
        if (findings.figures().stream().anyMatch(ReproductionText::isSvg)) {
            text.append("\n![")
                    .append(findings.title())
                    .append("](")
                    .append(image(findings))
                    .append(")\n");
        }
        for (Sheet sheet : findings.sheets()) {
            text.append('\n').append(sheet.toMarkdown());
        }
        findings.remarks().forEach(remark -> text.append('\n').append(remark).append('\n'));
        if (!findings.reproduction().notes().isEmpty()) {
            text.append("\n### Notes\n\n")
                    .append(findings.reproduction().notes())
                    .append('\n');
        }
    }
}
