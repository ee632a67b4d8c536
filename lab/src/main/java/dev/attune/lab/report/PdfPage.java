package dev.attune.lab.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.GraphicsConfiguration;
import java.awt.Image;
import java.awt.Shape;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.awt.image.ImageObserver;
import java.awt.image.RenderedImage;
import java.awt.image.renderable.RenderableImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.AttributedCharacterIterator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.zip.DeflaterOutputStream;
import org.apache.batik.ext.awt.g2d.AbstractGraphics2D;
import org.apache.batik.ext.awt.g2d.GraphicContext;

/**
 * A figure as a page of vectors in PDF 1.4. Everything is a filled outline, lines and letters too, so that no font has to be embedded; images, which figures
 * have none of, are left out.
 */
final class PdfPage extends AbstractGraphics2D {
    private static final double POINTS = 0.5; // of a unit: a chart of 960 units is 6.7 inches wide

    private final StringBuilder content;
    private final TreeSet<Integer> alphas;
    private final int width;
    private final int height;

    private PdfPage(int width, int height) {
        super(true);
        gc = new GraphicContext();
        this.content = new StringBuilder();
        this.alphas = new TreeSet<>();
        this.width = width;
        this.height = height;
    }

    private PdfPage(PdfPage other) {
        super(other);
        content = other.content;
        alphas = other.alphas;
        width = other.width;
        height = other.height;
    }

    /** Returns a figure as a file. */
    static byte[] of(Drawing drawing) {
        PdfPage page = new PdfPage(drawing.width(), drawing.height());
        drawing.draw(page);
        return page.file(drawing.title());
    }

    @Override
    public Graphics create() {
        return new PdfPage(this);
    }

    @Override
    public void dispose() {}

    @Override
    public void draw(Shape shape) {
        fill(getStroke().createStrokedShape(shape));
    }

    @Override
    public void fill(Shape shape) {
        Color color = getColor();
        content.append("q ");
        Shape clip = getClip();
        if (clip != null) {
            path(clip);
            content.append("W n ");
        }
        alphas.add(color.getAlpha());
        content.append(String.format(
                Locale.ROOT,
                "/A%d gs %.3f %.3f %.3f rg ",
                color.getAlpha(),
                color.getRed() / 255.0,
                color.getGreen() / 255.0,
                color.getBlue() / 255.0));
        boolean evenOdd = path(shape) == PathIterator.WIND_EVEN_ODD;
        content.append(evenOdd ? "f* Q\n" : "f Q\n");
    }

    /** Adds a path in points, y from below; returns its winding rule. */
    private int path(Shape shape) {
        AffineTransform toPage = new AffineTransform(POINTS, 0, 0, -POINTS, 0, POINTS * height);
        toPage.concatenate(getTransform());
        PathIterator path = shape.getPathIterator(toPage);
        double[] p = new double[6];
        double x = 0;
        double y = 0;
        for (; !path.isDone(); path.next()) {
            double[] written = switch (path.currentSegment(p)) {
                case PathIterator.SEG_MOVETO -> add("m ", p[0], p[1]);
                case PathIterator.SEG_LINETO -> add("l ", p[0], p[1]);
                case PathIterator.SEG_QUADTO ->
                    add(
                            "c ", // PDF has cubic curves only
                            x + 2 * (p[0] - x) / 3,
                            y + 2 * (p[1] - y) / 3,
                            p[2] + 2 * (p[0] - p[2]) / 3,
                            p[3] + 2 * (p[1] - p[3]) / 3,
                            p[2],
                            p[3]);
                case PathIterator.SEG_CUBICTO -> add("c ", p);
                default -> add("h ");
            };
            if (written.length > 0) {
                x = written[written.length - 2];
                y = written[written.length - 1];
            }
        }
        return path.getWindingRule();
    }

    /** Adds numbers and the operator on them; returns the numbers. */
    private double[] add(String operator, double... numbers) {
        for (double number : numbers) {
            content.append(String.format(Locale.ROOT, "%.2f ", number));
        }
        content.append(operator);
        return numbers;
    }

    @Override
    public void drawString(String text, float x, float y) {
        if (!text.isEmpty()) {
            fill(getFont().createGlyphVector(getFontRenderContext(), text).getOutline(x, y));
        }
    }

    @Override
    public void drawString(AttributedCharacterIterator text, float x, float y) {
        fill(new TextLayout(text, getFontRenderContext()).getOutline(AffineTransform.getTranslateInstance(x, y)));
    }

    @Override
    public FontMetrics getFontMetrics(Font font) {
        return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                .createGraphics()
                .getFontMetrics(font);
    }

    @Override
    public GraphicsConfiguration getDeviceConfiguration() {
        return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
                .createGraphics()
                .getDeviceConfiguration();
    }

    @Override
    public void setXORMode(Color color) {
        throw new UnsupportedOperationException("a page has no XOR mode");
    }

    @Override
    public void copyArea(int x, int y, int areaWidth, int areaHeight, int dx, int dy) {
        throw new UnsupportedOperationException("a page cannot be copied from");
    }

    @Override
    public boolean drawImage(Image image, int x, int y, ImageObserver observer) {
        return true;
    }

    @Override
    public boolean drawImage(Image image, int x, int y, int w, int h, ImageObserver observer) {
        return true;
    }

    @Override
    public void drawRenderedImage(RenderedImage image, AffineTransform transform) {}

    @Override
    public void drawRenderableImage(RenderableImage image, AffineTransform transform) {}

    private byte[] file(String title) {
        StringBuilder states = new StringBuilder();
        alphas.forEach(
                alpha -> states.append(String.format(Locale.ROOT, "/A%d << /ca %.3f >> ", alpha, alpha / 255.0)));
        byte[] stream = deflated(bytes(content.toString()));
        List<byte[]> objects = List.of(
                bytes("<< /Type /Catalog /Pages 2 0 R >>"),
                bytes("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
                bytes(String.format(
                        Locale.ROOT,
                        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R /Resources << /ExtGState <<"
                                + " %s>> >> >>",
                        POINTS * width,
                        POINTS * height,
                        states)),
                joined(
                        bytes("<< /Length " + stream.length + " /Filter /FlateDecode >>\nstream\n"),
                        stream,
                        bytes("\nendstream")),
                bytes("<< /Title (" + title.replaceAll("[^ -~]|[()\\\\]", "?") + ") /Producer (Attune) >>"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("%PDF-1.4\n"));
        StringBuilder table = new StringBuilder("xref\n0 " + (objects.size() + 1) + "\n0000000000 65535 f \n");
        for (int i = 0; i < objects.size(); i++) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", out.size()));
            out.writeBytes(joined(bytes((i + 1) + " 0 obj\n"), objects.get(i), bytes("\nendobj\n")));
        }
        table.append("trailer\n<< /Size " + (objects.size() + 1) + " /Root 1 0 R /Info 5 0 R >>\nstartxref\n");
        table.append(out.size()).append("\n%%EOF\n");
        out.writeBytes(bytes(table.toString()));
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] deflated(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array can always be written to
        }
        return out.toByteArray();
    }
}
