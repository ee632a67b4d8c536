package dev.attune.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the site. It begins with README.md and docs/README.md and follows their links: a page becomes HTML, an image is copied, a source file or
 * a folder that a page names becomes a page that shows it. The list in docs/README.md is the navigation. Nothing is read from the network, neither now
 * nor by the pages.
 */
final class SiteGenerator {
    private static final List<String> STARTS =
            List.of("README.md", "docs/README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md");
    private static final Pattern GROUP = Pattern.compile("^\\| \\*\\*(.+?)\\*\\* \\|.*");
    private static final Pattern ROW = Pattern.compile("^\\| (.*?\\[.*?]\\(.*?)\\|.*");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\(([^)#]+)\\)");

    private final Path root;
    private final Path out;
    private final boolean api;
    private final Map<String, Page> pages = new LinkedHashMap<>();
    private final TreeSet<String> files = new TreeSet<>();

    private SiteGenerator(Path root, Path out) {
        this.root = root.toAbsolutePath().normalize();
        this.out = out;
        this.api = Files.exists(out.resolve("api/index.html"));
    }

    /** Writes the site of the checkout {@code args[0]} to the folder {@code args[1]}. */
    public static void main(String[] args) throws IOException {
        int pages = write(Path.of(args[0]), Path.of(args[1]));
        System.out.println(pages + " pages: " + Path.of(args[1]).resolve("index.html"));
    }

    /** Writes the site and returns the number of its pages. Javadoc that is in the folder {@code api} already becomes part of it. */
    static int write(Path root, Path out) throws IOException {
        SiteGenerator site = new SiteGenerator(root, out);
        site.collect();
        for (Map.Entry<String, Page> page : site.pages.entrySet()) {
            site.writePage(page.getKey(), page.getValue());
        }
        for (String file : site.files) {
            site.writeFile(file);
        }
        for (String name : List.of("site.css", "site.js")) {
            Files.write(out.resolve(name), resource(name));
        }
        Files.writeString(out.resolve("search.js"), site.index());
        return site.pages.size() + site.files.size();
    }

    /** Reads all pages that can be reached, and notes all files that they link to. */
    private void collect() throws IOException {
        Deque<String> open = new ArrayDeque<>(STARTS);
        while (!open.isEmpty()) {
            String name = open.remove();
            if (pages.containsKey(name)) {
                continue;
            }
            Page page = Page.read(Files.readString(root.resolve(name)), link -> address(name, link));
            pages.put(name, page);
            for (String link : page.links()) {
                String to = target(name, link);
                if (to == null) {
                    continue;
                }
                if (!Files.exists(root.resolve(to))) {
                    throw new IOException(name + ": the link " + link + " leads to no file");
                }
                if (to.endsWith(".md")) {
                    open.add(to);
                } else {
                    files.add(to);
                }
            }
        }
    }

    /** Returns the file of the checkout that a link leads to; null for a link to elsewhere. */
    private @Nullable String target(String from, String link) {
        if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
            return null;
        }
        String file = link.replaceFirst("#.*", "");
        return root.relativize(root.resolve(from).resolveSibling(file).normalize())
                .toString()
                .replace('\\', '/');
    }

    /** Returns the address on the site of what a link of a page leads to. */
    private String address(String from, String link) {
        String to = target(from, link);
        if (to == null) {
            return link;
        }
        int hash = link.indexOf('#');
        return relative(from, html(to)) + (hash < 0 ? "" : link.substring(hash));
    }

    /** Returns the name of the page that shows a file of the checkout. */
    private static String html(String file) {
        if (file.equals("README.md")) {
            return "index.html";
        }
        if (file.matches(".*\\.(svg|png)")) {
            return file;
        }
        return file.endsWith(".md")
                ? file.replaceFirst("\\.md$", ".html").replaceFirst("README\\.html$", "index.html")
                : "source/" + file + ".html";
    }

    /** Returns the way from a page of the checkout to a file of the site. */
    private static String relative(String from, String to) {
        return "../".repeat((int) html(from).chars().filter(c -> c == '/').count()) + to;
    }

    private void writePage(String name, Page page) throws IOException {
        store(html(name), frame(name, page.title(), page.html(), contents(page)));
    }

    private void writeFile(String name) throws IOException {
        Path file = root.resolve(name);
        if (name.matches(".*\\.(svg|png)")) {
            Path copy = out.resolve(name);
            Files.createDirectories(copy.getParent());
            Files.write(copy, Files.readAllBytes(file));
            return;
        }
        String text;
        if (Files.isDirectory(file)) {
            try (Stream<Path> list = Files.list(file)) {
                text = list.map(one -> one.getFileName() + (Files.isDirectory(one) ? "/" : ""))
                        .sorted()
                        .collect(Collectors.joining("\n"));
            }
        } else {
            text = Files.readString(file);
        }
        store(
                html(name),
                frame(name, name, "<h1>" + escaped(name) + "</h1>\n<pre><code>" + escaped(text) + "</code></pre>", ""));
    }

    private void store(String address, String content) throws IOException {
        Path file = out.resolve(address);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Puts the content of a page into the frame of the site. */
    private String frame(String name, String title, String content, String contents) {
        String base = relative(name, "");
        String head = title.equals("Attune") ? title : title + " - Attune";
        String javadoc = api ? "<a href=\"" + base + "api/index.html\">Javadoc</a>" : "";
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%ssite.css">
                <script>document.documentElement.dataset.theme = localStorage.getItem("theme") || "";</script>
                </head>
                <body data-base="%s">
                <a class="skip" href="#site-content">To the content</a>
                <header>
                <a class="brand" href="%sindex.html">Attune</a>
                <form role="search"><input type="search" id="site-search" placeholder="Search (press /)" aria-label="Search" autocomplete="off"></form>
                %s
                <button type="button" id="site-theme" aria-label="Light or dark">Light or dark</button>
                </header>
                <div id="site-results" role="region" aria-label="Results of the search" hidden></div>
                <div class="columns">
                <nav aria-label="Pages">%s</nav>
                <main id="site-content">
                %s
                </main>
                %s
                </div>
                <script src="%ssearch.js"></script>
                <script src="%ssite.js"></script>
                </body>
                </html>
                """.formatted(escaped(head), base, base, base, javadoc, navigation(name), content, contents, base, base);
    }

    /** Returns the headings of a page as links, if there are several. */
    private static String contents(Page page) {
        List<Page.Section> headings = page.sections().stream()
                .filter(one -> one.level() == 2 || one.level() == 3)
                .toList();
        if (headings.size() < 2) {
            return "";
        }
        return headings.stream()
                .map(one -> "<li class=\"level" + one.level() + "\"><a href=\"#" + one.anchor() + "\">"
                        + escaped(one.heading()) + "</a></li>")
                .collect(Collectors.joining("\n", "<aside aria-label=\"On this page\"><ul>\n", "\n</ul></aside>"));
    }

    /** Returns the pages of docs/README.md in their groups, as links from a page. */
    private String navigation(String from) {
        StringBuilder html = new StringBuilder("<ul>\n").append(entry(from, "README.md", "Start"));
        String list;
        try {
            list = Files.readString(root.resolve("docs/README.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String line : list.lines().toList()) {
            Matcher group = GROUP.matcher(line);
            Matcher row = ROW.matcher(line);
            if (group.matches()) {
                html.append("</ul>\n<h2>").append(escaped(group.group(1))).append("</h2>\n<ul>\n");
            } else if (row.matches()) {
                Matcher link = LINK.matcher(row.group(1));
                while (link.find()) {
                    String to = target("docs/README.md", link.group(2));
                    if (to != null && pages.containsKey(to)) {
                        html.append(entry(from, to, link.group(1)));
                    }
                }
            }
        }
        return html.append("</ul>\n<h2>Project</h2>\n<ul>\n")
                .append(entry(from, "ARCHITECTURE.md", "Architecture"))
                .append(entry(from, "CONTRIBUTING.md", "Contributing"))
                .append(entry(from, "CHANGELOG.md", "Changes"))
                .append(entry(from, "SECURITY.md", "Security"))
                .append("</ul>")
                .toString();
    }

    private static String entry(String from, String to, String text) {
        String current = from.equals(to) ? " aria-current=\"page\"" : "";
        return "<li><a href=\"" + relative(from, html(to)) + "\"" + current + ">" + escaped(text) + "</a></li>\n";
    }

    /** Returns the script with all sections of all pages, for the search in the browser. */
    private String index() {
        List<String> entries = new ArrayList<>();
        pages.forEach((name, page) -> {
            for (Page.Section section : page.sections()) {
                String where = html(name) + (section.level() > 1 ? "#" + section.anchor() : "");
                entries.add("[" + quoted(where) + "," + quoted(page.title()) + "," + quoted(section.heading()) + ","
                        + quoted(section.text()) + "]");
            }
        });
        return entries.stream().collect(Collectors.joining(",\n", "const SECTIONS = [\n", "\n];\n"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c > '~') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = SiteGenerator.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is missing from the jar");
            }
            return in.readAllBytes();
        }
    }
}
