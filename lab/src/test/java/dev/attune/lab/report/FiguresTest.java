package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.lab.run.CellResult;
import dev.attune.lab.run.Curve;
import dev.attune.lab.run.Role;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class FiguresTest {
    @TempDir
    private Path folder;

    private static Analysis usual(String environment, int repetitions, boolean regret, double scale) {
        return Analysis.of(
                "test",
                SyntheticRun.usual(environment, "LinUCB", List.of("VOI", "OP & co", "TL"), repetitions, regret, scale));
    }

    /** All texts of a figure in its SVG. */
    private static List<String> texts(Analysis analysis, String figure) throws Exception {
        String svg = Figures.charts(analysis).get(figure).svg();
        NodeList nodes = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getElementsByTagName("text");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }

    @Test
    void everyPanelGetsItsFiguresAsSvgPngAndPdf() throws IOException {
        List<Path> files = Figures.write(usual("30 arms (easy)", 5, true, 1), folder);
        assertThat(files)
                .extracting(file -> folder.relativize(file).toString().replace('\\', '/'))
                .containsExactly(
                        "curves/30-arms-easy-LinUCB.svg",
                        "curves/30-arms-easy-LinUCB.png",
                        "curves/30-arms-easy-LinUCB.pdf",
                        "curves/30-arms-easy-LinUCB-explore.svg",
                        "curves/30-arms-easy-LinUCB-explore.png",
                        "curves/30-arms-easy-LinUCB-explore.pdf",
                        "curves/30-arms-easy-LinUCB-fixed.svg",
                        "curves/30-arms-easy-LinUCB-fixed.png",
                        "curves/30-arms-easy-LinUCB-fixed.pdf");
        for (Path file : files) {
            if (file.toString().endsWith(".png")) {
                BufferedImage image = ImageIO.read(file.toFile());
                assertThat(image.getWidth()).isEqualTo(2400);
                assertThat(image.getHeight()).isEqualTo(1600);
                assertThat(colours(image).cardinality()).isGreaterThan(50);
                assertThat(colours(image).stream()).contains(0x0072B2, 0xD55E00, 0x009E73);
            } else {
                assertThat(Files.size(file)).isLessThan(200_000);
            }
            if (file.toString().endsWith(".pdf")) {
                byte[] bytes = Files.readAllBytes(file);
                String text = new String(bytes, StandardCharsets.ISO_8859_1);
                assertThat(text).startsWith("%PDF-1.4").endsWith("%%EOF\n").contains("/MediaBox [0 0 480.00 320.00]");
                int table = Integer.parseInt(text.substring(text.indexOf("startxref") + 10, text.indexOf("\n%%EOF")));
                assertThat(text.substring(table)).startsWith("xref\n0 6\n");
                int first = Integer.parseInt(text.substring(table + 29, table + 39));
                assertThat(text.substring(first)).startsWith("1 0 obj\n<< /Type /Catalog");
            }
        }
    }

    @Test
    void figuresNameTheirLinesAndAxesInText() throws Exception {
        Analysis analysis = usual("sim", 20, true, 1);
        assertThat(texts(analysis, "sim-LinUCB"))
                .contains("LinUCB on sim (T = 14,000, 20 repetitions)")
                .contains("VOI", "OP & co", "TL", "Greedy", "Best fixed (explore=0.5)")
                .contains("Random, off the chart", "round", "cumulative regret", "14,000", "400")
                .anyMatch(text -> text.matches("Means with .* Random ends at 2,\\d\\d\\d \\(off the chart\\)\\."));
        assertThat(texts(analysis, "sim-LinUCB-explore"))
                .contains("explore over time: LinUCB on sim (T = 14,000, 20 repetitions)")
                .contains("VOI", "OP & co", "TL", "explore")
                .doesNotContain("Greedy");
        assertThat(texts(analysis, "sim-LinUCB-fixed"))
                .contains("0.1", "0.25", "5", "regret after 14,000 rounds", "explore", "Fixed setting", "VOI");
    }

    @Test
    void withoutRegretTheCurvesAreOfReward() throws Exception {
        Analysis analysis = usual("log", 1, false, 1);
        assertThat(texts(analysis, "log-LinUCB"))
                .contains("A single repetition.", "mean reward of a round so far", "VOI")
                .doesNotContain("cumulative regret");
        assertThat(texts(analysis, "log-LinUCB-fixed")).contains("reward after 14,000 rounds");
    }

    @Test
    void twoRepetitionsHaveNoBands() throws Exception {
        assertThat(texts(usual("sim", 2, true, 1), "sim-LinUCB"))
                .anyMatch(text -> text.startsWith("Means; too few repetitions"));
    }

    @Test
    void nothingTouchesTheEdge() {
        String name = "Continuous dynamic tuning as released, restarted every 3 T^(3/4) rounds, window 200";
        Analysis analysis = Analysis.of(
                "test", SyntheticRun.usual("e".repeat(200), "LinUCB", List.of(name, "w".repeat(90)), 3, true, 1e6));
        for (LineChart chart : Figures.charts(analysis).values()) {
            BufferedImage image = chart.png();
            // Paint over all but the outermost pixels.
            int width = image.getWidth();
            int height = image.getHeight();
            image.getSubimage(1, 1, width - 2, height - 2).createGraphics().fillRect(0, 0, width, height);
            assertThat(colours(image).stream()).containsExactly(0xFFFFFF);
        }
    }

    private static BitSet colours(BufferedImage image) {
        BitSet colours = new BitSet();
        for (int rgb : image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth())) {
            colours.set(rgb & 0xFFFFFF);
        }
        return colours;
    }

    @Test
    void theSameAnalysisGivesTheSameSvgInEveryCountry() throws IOException {
        List<String> first = new ArrayList<>();
        for (LineChart chart : Figures.charts(usual("sim", 5, true, 1e-5)).values()) {
            first.add(chart.svg());
        }
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            List<String> second = new ArrayList<>();
            for (LineChart chart : Figures.charts(usual("sim", 5, true, 1e-5)).values()) {
                second.add(chart.svg());
            }
            assertThat(second).isEqualTo(first).hasSize(3);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void settingsThatNeverChangeAndRunsWithoutAGridHaveNoFigure() {
        SyntheticRun run = new SyntheticRun("sim", "LinUCB", 3, 2881, true, 1).add("Theory", Role.ASKED, 300, 0.5, 0);
        assertThat(Figures.charts(Analysis.of("test", run.cells()))).containsOnlyKeys("sim-LinUCB");
    }

    @Test
    void settingsOfVeryDifferentSizeHaveALogarithmicAxis() throws Exception {
        SyntheticRun run = new SyntheticRun("sim", "LinUCB", 3, 2881, true, 1)
                .add("VOI", Role.ASKED, 300, 0.5, 1)
                .add("Theory", Role.ASKED, 300, 0.5, 40);
        assertThat(texts(Analysis.of("test", run.cells()), "sim-LinUCB-explore"))
                .contains("explore (log scale)", "0.1", "0.2", "0.5", "1", "2", "5", "10");
    }

    @Test
    void labelsThatLookAlikeAsFileNamesDoNotOverwriteEachOther() {
        List<CellResult> cells = new ArrayList<>();
        for (String environment : List.of("a b", "a-b", "A/B", "../")) {
            cells.addAll(new SyntheticRun(environment, "P", 1, 100, true, 1)
                    .add("Theory", Role.ASKED, 300, 0.5, 0)
                    .cells());
        }
        assertThat(Figures.charts(Analysis.of("test", cells))).containsOnlyKeys("a-b-P", "a-b-P-2", "A-B-P-3", "x-P");
    }

    @Test
    void rewardsAndSettingsThatAreNotKnownCanBeDrawn() throws Exception {
        double[] unknown = {Double.NaN, Double.NaN, Double.NaN};
        double[] partly = {1, 2, Double.NaN};
        Curve curve = new Curve(new long[] {1, 2, 3}, unknown, unknown, Map.of("explore", partly));
        CellResult cell = new CellResult(
                new CellResult.Origin("s", "c", "0", "17", 1),
                "log",
                "P",
                "VOI",
                Role.ASKED,
                1,
                new CellResult.Score(3, 0, Double.NaN, 0, curve, 0.5));
        Analysis analysis = Analysis.of("test", List.of(cell));
        assertThat(texts(analysis, "log-P"))
                .contains("P on log (T = 3, 1 repetition)")
                .doesNotContain("VOI");
        assertThat(texts(analysis, "log-P-explore")).contains("VOI");
    }

    @Test
    void aRegretOfZeroAndAnEmptyAnalysisCanBeDrawn() throws IOException {
        SyntheticRun run = new SyntheticRun("sim", "LinUCB", 3, 100, true, 0).add("VOI", Role.ASKED, 300, 0.5, 0);
        assertThat(Figures.write(Analysis.of("test", run.cells()), folder)).hasSize(3);
        assertThat(Figures.write(Analysis.of("test", List.of()), folder)).isEmpty();
    }
}
