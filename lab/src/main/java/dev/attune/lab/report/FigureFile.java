package dev.attune.lab.report;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Writes a chart as SVG, with text as text, and as PNG. */
final class FigureFile {
    /** Size of a figure of one chart in its own units. */
    static final int WIDTH = 960;

    static final int HEIGHT = 640;
    private static final double PNG_SCALE = 2.5; // 2400 x 1600 for one chart: 300 dots an inch on a page
    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final int SVG_DECIMALS = 2;

    private FigureFile() {}

    /** Writes name.svg and name.png into a folder. */
    static List<Path> write(Drawing chart, Path folder, String name) throws IOException {
        Path svg = folder.resolve(name + ".svg");
        Path png = folder.resolve(name + ".png");
        Files.writeString(svg, svg(chart));
        ImageIO.write(png(chart), "png", png.toFile());
        return List.of(svg, png);
    }

    static String svg(Drawing chart) throws IOException {
        Document document = document();
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setPrecision(SVG_DECIMALS);
        SVGGraphics2D g = new SVGGraphics2D(context, false);
        g.setSVGCanvasSize(new Dimension(chart.width(), chart.height()));
        chart.draw(g);
        Element root = g.getRoot();
        root.setAttribute("viewBox", "0 0 " + chart.width() + " " + chart.height()); // so that it scales
        Element name = document.createElementNS(SVG, "title");
        name.setTextContent(chart.title());
        root.insertBefore(name, root.getFirstChild());
        StringWriter text = new StringWriter();
        g.stream(root, text, false, false);
        return text.toString().replaceFirst("<!DOCTYPE[^>]*>\\s*", ""); // or parsers fetch it from the network
    }

    private static Document document() throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException("cannot make an SVG document: " + e.getMessage(), e);
        }
    }

    static BufferedImage png(Drawing chart) {
        BufferedImage image = new BufferedImage(
                (int) (chart.width() * PNG_SCALE), (int) (chart.height() * PNG_SCALE), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, image.getWidth(), image.getHeight());
        g.scale(PNG_SCALE, PNG_SCALE);
        chart.draw(g);
        g.dispose();
        return image;
    }
}
