package dev.attune.lab.reproduce;

import dev.attune.lab.report.Sheet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** index.html: all comparisons and figures on one page that needs nothing but itself, with links to the reports. */
final class ReproductionPage {
    private static final String STYLE = """
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
            """;

    private ReproductionPage() {}

    static void write(List<Findings> all, String version, Path folder) throws IOException {
        StringBuilder page =
                new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.append(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src"
                        + " 'unsafe-inline'\">\n");
        page.append("<title>Reproduction</title>\n<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n");
        page.append(
                "<h1>The paper's tables and figures, run again</h1>\n<p>Kang, Hsieh, Lee: Online Continuous"
                        + " Hyperparameter Optimization for Generalized Linear Contextual Bandits. TMLR 2024. Run with Attune ");
        page.append(Sheet.escaped(version)).append(".</p>\n<ul>\n");
        for (Findings findings : all) {
            page.append("<li><a href=\"#")
                    .append(findings.reproduction().name())
                    .append("\">");
            page.append(Sheet.escaped(findings.title())).append("</a></li>\n");
        }
        page.append("</ul>\n");
        for (Findings findings : all) {
            section(findings, folder, page);
        }
        Files.writeString(folder.resolve("index.html"), page.append("</body>\n</html>\n"));
    }

    private static void section(Findings findings, Path folder, StringBuilder page) throws IOException {
        String name = findings.reproduction().name();
        page.append("<section id=\"").append(name).append("\">\n<h2>");
        page.append(Sheet.escaped(findings.title())).append("</h2>\n<p>");
        if (Files.exists(folder.resolve(name).resolve("index.html"))) {
            page.append("<a href=\"").append(name).append("/index.html\">Report with curves</a>, ");
        }
        page.append("<a href=\"").append(name).append("/comparison.csv\">comparison.csv</a></p>\n");
        for (Path figure : findings.figures()) {
            if (figure.toString().endsWith(".svg")) {
                page.append("<img alt=\"")
                        .append(Sheet.escaped(findings.title()))
                        .append("\" src=\"data:image/svg+xml;base64,");
                page.append(Base64.getEncoder().encodeToString(Files.readAllBytes(figure)))
                        .append("\">\n");
            }
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
