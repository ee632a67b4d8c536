package dev.attune.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SheetTest {
    private static final Sheet SHEET = new Sheet(
            "Regret & more",
            "What it means.",
            List.of("", "paper", "ours"),
            List.of(List.of("LinUCB on a<b"), List.of("CDT", "303.1", "5"), List.of("a|b", "1", "1,000.0")));

    @Test
    void textIsLinedUpWithRowsBelowTheirHeading() {
        assertThat(SHEET.toText()).isEqualTo("""
                Regret & more

                               paper     ours
                LinUCB on a<b
                  CDT          303.1        5
                  a|b              1  1,000.0

                What it means.
                """);
    }

    @Test
    void markdownHasARowForEveryRow() {
        assertThat(SHEET.toMarkdown()).isEqualTo("""
                **Regret & more**

                |  | paper | ours |
                |---|---:|---:|
                | **LinUCB on a<b** |  |  |
                | CDT | 303.1 | 5 |
                | a\\|b | 1 | 1,000.0 |

                What it means.
                """);
    }

    @Test
    void htmlIsEscaped() {
        assertThat(SHEET.toHtml())
                .contains("<caption>Regret &amp; more</caption>")
                .contains("<th scope=\"rowgroup\" colspan=\"3\">LinUCB on a&lt;b</th>")
                .contains("<tr><td>CDT</td><td>303.1</td><td>5</td></tr>")
                .contains("<p>What it means.</p>");
    }
}
