package dev.attune.lab.reproduce;

import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All findings of several reproductions: index.html, which needs nothing but itself and links to the reports, and REPRODUCTION.md
 * with the folder images, which can be put anywhere. Both are overwritten by every run; notes on an outcome are in
 * {@code reproduce/NAME/notes.md}, and are put below the tables.
 */
final class ReproductionFiles {
    private static final String PAGE_HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>Reproduction</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem 1.5rem 4rem;
                   color: #1a1a1a; background: #fff; }
            h2 { margin-top: 3rem; border-top: 1px solid #ddd; padding-top: 1.2rem; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; margin: 1.4rem 0 .6rem; font-variant-numeric: tabular-nums; }
            caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
            th, td { padding: .15rem .7rem; text-align: right; white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; padding-left: 0; }
            thead th { border-bottom: 1.5px solid #1a1a1a; }
            tbody th { font-weight: 600; padding-top: .6rem; }
            td:first-child { padding-left: 1rem; }
            tbody tr:hover td { background: #f3f6f9; }
            img { max-width: 100%; height: auto; margin-top: 1rem; }
            p { max-width: 60rem; }
            </style>
            </head>
            <body>
            <h1>The paper's tables and figures, run again</h1>
            """;

    private ReproductionFiles() {}

    /** Writes index.html, REPRODUCTION.md and, into the folder images beside it, the figures that it shows. */
    static void write(List<Findings> all, String version, Path folder) throws IOException {
        for (Findings findings : all) {
            Optional<Path> figure = svg(findings);
            if (figure.isPresent()) {
                Files.createDirectories(folder.resolve("images"));
                Files.copy(figure.get(), folder.resolve(image(findings)), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.writeString(folder.resolve("REPRODUCTION.md"), markdown(all, version));
        Files.writeString(folder.resolve("index.html"), page(all, version, folder));
    }

    private static Optional<Path> svg(Findings findings) {
        return findings.figures().stream()
                .filter(figure -> figure.toString().endsWith(".svg"))
                .findFirst();
    }

    private static String image(Findings findings) {
        return "images/reproduce-" + findings.reproduction().name() + ".svg";
    }

    private static String markdown(List<Findings> all, String version) {
        String names = all.stream().map(each -> each.reproduction().name()).collect(Collectors.joining(" "));
        StringBuilder text = new StringBuilder(
                """
                # The paper's tables and figures, run again

                Kang, Hsieh, Lee: *Online Continuous Hyperparameter Optimization for Generalized Linear Contextual Bandits*. TMLR 2024.

                Made by `attune reproduce %s` with Attune %s on Java %d. Tables and figures are made by the command; what is said below \
                them under *Notes* is written by people and kept in `reproduce/NAME/notes.md`.

                """.formatted(names, version, Runtime.version().feature()));
        for (Findings findings : all) {
            text.append("- [%s](#%s)\n"
                    .formatted(findings.title(), findings.reproduction().name()));
        }
        all.forEach(findings -> markdown(findings, text));
        return text.toString();
    }

    private static void markdown(Findings findings, StringBuilder text) {
        Reproduction reproduction = findings.reproduction();
        // Each line is a paragraph; Markdown would join them.
        String about = reproduction.about().replaceAll("\\R+", "\n\n");
        text.append("""

                <a id="%s"></a>

                ## %s

                %s
                """.formatted(reproduction.name(), findings.title(), about));
        if (svg(findings).isPresent()) {
            text.append("\n![%s](%s)\n".formatted(findings.title(), image(findings)));
        }
        findings.sheets().forEach(sheet -> text.append('\n').append(sheet.toMarkdown()));
        findings.remarks().forEach(remark -> text.append('\n').append(remark).append('\n'));
        if (!reproduction.notes().isEmpty()) {
            text.append("\n### Notes\n\n").append(reproduction.notes()).append('\n');
        }
    }

    private static String page(List<Findings> all, String version, Path folder) throws IOException {
        StringBuilder page = new StringBuilder(PAGE_HEAD);
        page.append("""
                <p>Kang, Hsieh, Lee: Online Continuous Hyperparameter Optimization for Generalized Linear Contextual Bandits. \
                TMLR 2024. Run with Attune %s.</p>
                <ul>
                """.formatted(Sheet.escaped(version)));
        for (Findings findings : all) {
            String name = findings.reproduction().name();
            page.append("<li><a href=\"#%s\">%s</a></li>\n".formatted(name, Sheet.escaped(findings.title())));
        }
        page.append("</ul>\n");
        for (Findings findings : all) {
            section(findings, folder, page);
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void section(Findings findings, Path folder, StringBuilder page) throws IOException {
        String name = findings.reproduction().name();
        String title = Sheet.escaped(findings.title());
        page.append("<section id=\"%s\">\n<h2>%s</h2>\n<p>".formatted(name, title));
        if (Files.exists(folder.resolve(name).resolve("index.html"))) {
            page.append("<a href=\"%s/index.html\">Report with curves</a>, ".formatted(name));
        }
        page.append("<a href=\"%s/comparison.csv\">comparison.csv</a></p>\n".formatted(name));
        Optional<Path> figure = svg(findings);
        if (figure.isPresent()) {
            String image = Base64.getEncoder().encodeToString(Files.readAllBytes(figure.get()));
            page.append("<img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\">\n".formatted(title, image));
        }
        for (Sheet sheet : findings.sheets()) {
            page.append("<div class=\"wide\">").append(sheet.toHtml()).append("</div>\n");
        }
        for (String remark : findings.remarks()) {
            page.append("<p>").append(Sheet.escaped(remark)).append("</p>\n");
        }
        page.append("</section>\n");
    }
}
