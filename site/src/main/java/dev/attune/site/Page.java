package dev.attune.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page in Markdown, read.
 *
 * @param title text of the first heading
 * @param html of its content, with headings that have anchors as on GitHub
 * @param sections its headings with the text below them, for the search
 * @param links destinations of links and images, as they are in the page
 */
record Page(String title, String html, List<Section> sections, List<String> links) {
    /** An anchor that the page sets itself; a heading with the same text gets another one. */
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"");

    /** A heading and the text up to the next one. */
    record Section(String anchor, String heading, int level, String text) {}

    /** Reads a page; {@code address} maps the destination of a link in the page to that on the site. */
    static Page read(String markdown, UnaryOperator<String> address) {
        var tables = List.of(TablesExtension.create());
        Node document = Parser.builder().extensions(tables).build().parse(markdown);
        Outline outline = new Outline();
        ANCHOR.matcher(markdown).results().forEach(anchor -> outline.used.add(anchor.group(1)));
        document.accept(outline);
        outline.end();
        List<String> links = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                links.add(link.getDestination());
                link.setDestination(address.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                links.add(image.getDestination());
                image.setDestination(address.apply(image.getDestination()));
                visitChildren(image);
            }
        });
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(tables)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading && tag.startsWith("h")) {
                        attributes.put("id", outline.anchors.get(outline.headings.indexOf(node)));
                    }
                })
                .build();
        String title = outline.sections.stream()
                .map(Section::heading)
                .filter(heading -> !heading.isEmpty())
                .findFirst()
                .orElse("");
        return new Page(title, renderer.render(document), List.copyOf(outline.sections), List.copyOf(links));
    }

    /** Collects headings, their anchors, and the text below each. */
    private static final class Outline extends AbstractVisitor {
        private final List<Node> headings = new ArrayList<>();
        private final List<String> anchors = new ArrayList<>();
        private final List<Section> sections = new ArrayList<>();
        private final Set<String> used = new HashSet<>();
        private final StringBuilder text = new StringBuilder();
        private String anchor = "";
        private String heading = "";
        private int level;

        @Override
        public void visit(Heading node) {
            end();
            text.setLength(0);
            visitChildren(node);
            heading = text.toString().strip();
            level = node.getLevel();
            anchor = unique(anchor(heading));
            headings.add(node);
            anchors.add(anchor);
            text.setLength(0);
        }

        void end() {
            String below = text.toString().replaceAll("\\s+", " ").strip();
            if (!heading.isEmpty() || !below.isEmpty()) {
                sections.add(new Section(anchor, heading, level, below));
            }
        }

        private String unique(String wanted) {
            String free = wanted;
            for (int count = 1; !used.add(free); count++) {
                free = wanted + "-" + count;
            }
            return free;
        }

        @Override
        public void visit(Text node) {
            text.append(node.getLiteral());
        }

        @Override
        public void visit(Code node) {
            text.append(node.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak node) {
            text.append(' ');
        }

        @Override
        public void visit(FencedCodeBlock node) {
            text.append(' ').append(node.getLiteral()).append(' ');
        }

        @Override
        public void visit(IndentedCodeBlock node) {
            text.append(' ').append(node.getLiteral()).append(' ');
        }

        @Override
        protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            text.append(' ');
        }
    }

    /** Returns the anchor of a heading as GitHub makes it. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
    }
}
