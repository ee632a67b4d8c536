package dev.attune.lab.report;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
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

/** A figure on a white page of its own size, which can be written as SVG, with text as text, as PDF, and as PNG. */
public interface Drawing {
    /** Width of a figure of one chart in its own units. */
    int WIDTH = 960;

    /** Height of a figure of one chart in its own units. */
    int HEIGHT = 640;

    /** Dots for each unit in a PNG: 2400 x 1600 for one chart, which is 300 dots an inch on a page. */
    double PNG_SCALE = 2.5;

    /** Returns the title, also for readers that cannot see the figure. */
    String title();

    /** Returns the width of the page. */
    int width();

    /** Returns the height of the page. */
    int height();

    /** Draws the figure. */
    void draw(Graphics2D g);

    /** Writes name.svg, name.png and name.pdf into a folder, which is created if necessary. */
    default List<Path> write(Path folder, String name) throws IOException {
        requireNoScreen();
        Files.createDirectories(folder);
        Path svg = folder.resolve(name + ".svg");
        Path png = folder.resolve(name + ".png");
        Path pdf = folder.resolve(name + ".pdf");
        Files.writeString(svg, svg());
        ImageIO.write(png(), "png", png.toFile());
        Files.write(pdf, PdfPage.of(this));
        return List.of(svg, png, pdf);
    }

    /** Returns the figure as SVG. */
    default String svg() throws IOException {
        String namespace = "http://www.w3.org/2000/svg";
        Document document;
        try {
            document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(namespace, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException("cannot make an SVG document: " + e.getMessage(), e);
        }
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setPrecision(2);
        SVGGraphics2D g = new SVGGraphics2D(context, false);
        g.setSVGCanvasSize(new Dimension(width(), height()));
        draw(g);
        Element root = g.getRoot();
        root.setAttribute("viewBox", "0 0 " + width() + " " + height()); // so that it scales
        Element name = document.createElementNS(namespace, "title");
        name.setTextContent(title());
        root.insertBefore(name, root.getFirstChild());
        StringWriter text = new StringWriter();
        g.stream(root, text, false, false);
        return text.toString().replaceFirst("<!DOCTYPE[^>]*>\\s*", ""); // or parsers fetch it from the network
    }

    /** Returns the figure as an image. */
    default BufferedImage png() {
        BufferedImage image = new BufferedImage(
                (int) (width() * PNG_SCALE), (int) (height() * PNG_SCALE), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, image.getWidth(), image.getHeight());
        g.scale(PNG_SCALE, PNG_SCALE);
        draw(g);
        g.dispose();
        return image;
    }

    /** Draws a line of text. */
    static void text(Graphics2D g, String text, Font font, Color color, double x, double y) {
        g.setFont(font);
        g.setPaint(color);
        g.drawString(text, (float) x, (float) y);
    }

    /** Allows drawing without a screen; to be called before any class of AWT is initialised. */
    static void requireNoScreen() {
        String headless = "java.awt.headless";
        if (System.getProperty(headless) == null) {
            System.setProperty(headless, "true");
        }
    }
}
