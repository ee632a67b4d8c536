package dev.attune.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.math.RoundRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisitTest {
    private static final String ARTICLE = "|109498 2:0.306008 3:0.00045 4:0.077048 5:0.230439 6:0.386055 1:1.000000";
    private final Visit visit = new Visit();

    @Test
    void aLineOfR6aIsRead() {
        assertThat(visit.read("1241160900 109513 1 |user 2:0.000012 3:0.5 1:1.000000 " + ARTICLE + " |109513"))
                .isTrue();

        assertThat(visit.time()).isEqualTo(1241160900);
        assertThat(visit.shown()).isEqualTo(109513);
        assertThat(visit.clicked()).isTrue();
        assertThat(visit.userFeatures()).isEqualTo(3);
        assertThat(visit.userUnknown()).isFalse();
        assertThat(visit.articles()).isEqualTo(2);
        assertThat(visit.article(0)).isEqualTo(109498);
        assertThat(visit.kind(0)).isEqualTo(Visit.Kind.COMPLETE);
        assertThat(visit.features(0)).containsExactly(1, 0.306008, 0.00045, 0.077048, 0.230439, 0.386055);
        assertThat(visit.kind(1)).isEqualTo(Visit.Kind.NONE);
        assertThat(visit.shownPlace()).isEqualTo(1);
    }

    @Test
    void aLineOfR6bIsRead() {
        assertThat(visit.read("1317513291 id-560620 0 |user 1 9 11 136 |id-552077 |id-560620 |id-563115"))
                .isTrue();

        assertThat(visit.clicked()).isFalse();
        assertThat(visit.userFeature(3)).isEqualTo(136);
        assertThat(visit.article(2)).isEqualTo(563115);
        assertThat(visit.shownPlace()).isEqualTo(1);
    }

    @Test
    void featuresMayComeInAnyOrder() {
        visit.read("1 7 0 |user 1:1 |7 1:1 6:6 5:5 4:4 3:3 2:2");

        assertThat(visit.kind(0)).isEqualTo(Visit.Kind.COMPLETE);
        assertThat(visit.features(0)).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void articlesWithOtherOrTooFewFeaturesAreTold() {
        assertThat(
                        visit.read(
                                "1 7 0 |user 1:1 |7 7:1 8:0.25 9:0 10:0.5 11:0 12:0 |8 2:1 3:1 1:1 |9 1:1 2:1 3:1 4:1 5:1 6:1 7:1"))
                .isTrue();

        assertThat(visit.kind(0)).isEqualTo(Visit.Kind.OTHER);
        assertThat(visit.kind(1)).isEqualTo(Visit.Kind.OTHER);
        assertThat(visit.kind(2)).isEqualTo(Visit.Kind.OTHER);
    }

    @Test
    void aUserWithOnlyTheConstantIsKnownAsSuch() {
        visit.read("1 7 0 |user 1:1.000000 |7");
        assertThat(visit.userUnknown()).isTrue();
        visit.read("1 id-7 0 |user 1 |id-7");
        assertThat(visit.userUnknown()).isTrue();
        visit.read("1 id-7 0 |user |id-7");
        assertThat(visit.userUnknown()).isTrue();
        visit.read("1 id-7 0 |user 5 |id-7");
        assertThat(visit.userUnknown()).isFalse();
    }

    @Test
    void anArticleThatWasShownButNotListedHasNoPlace() {
        assertThat(visit.read("1 6 0 |user 1:1 |7 |8")).isTrue();

        assertThat(visit.shownPlace()).isEqualTo(-1);
    }

    @Test
    void aLongListIsReadWhole() {
        StringBuilder line = new StringBuilder("1 299 0 |user");
        for (int id = 1; id <= 400; id++) {
            line.append(' ').append(id);
        }
        for (int id = 0; id < 300; id++) {
            line.append(" |").append(id).append(" 1:1 2:2 3:3 4:4 5:5 6:6");
        }

        assertThat(visit.read(line.toString())).isTrue();
        assertThat(visit.articles()).isEqualTo(300);
        assertThat(visit.shownPlace()).isEqualTo(299);
        assertThat(visit.features(299)[5]).isEqualTo(6);
        assertThat(visit.userFeature(399)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "1241160900",
                "1241160900 109513",
                "1241160900 109513 2 |user 1:1 |109513",
                "1241160900 109513 -1 |user 1:1 |109513",
                "x 109513 0 |user 1:1 |109513",
                "1241160900 109513 0 |user 1:1",
                "1241160900 109513 0 |user 1:1 |",
                "1241160900 109513 0 |109513 1:1",
                "1241160900 109513 0 |user 1:one |109513",
                "1241160900 109513 0 |user 1: |109513",
                "1241160900 109513 0 |user 1:1 |109513 2",
                "1241160900 109513 0 |user 1:1 |109513 2:0.5x",
                "1241160900 109513 0 |user 1:1 |109513 2:0.5 3:",
                "1241160900 109513 0 |user 1:1 |109513 2:NaN",
                "1241160900 109513 0 |user 1:1 |article",
                "99999999999999999999 109513 0 |user 1:1 |109513"
            })
    void aMalformedLineIsRefused(String line) {
        assertThat(visit.read(line)).isFalse();
    }

    @Test
    void aDamagedLineIsReadOrRefusedButNeverThrows() {
        String line = "1241160900 109513 1 |user 2:0.5 1:1.000000 " + ARTICLE + " |109513 7:1 8:0.25";
        String signs = " |:.-0123456789eEx\t\u00e9";
        RoundRandom random = new RoundRandom(1, 0);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            int from = random.nextInt(line.length());
            int to = Math.min(line.length(), from + random.nextInt(4));
            char sign = signs.charAt(random.nextInt(signs.length()));
            String damaged = random.nextInt(10) == 0
                    ? line.substring(0, from)
                    : line.substring(0, from) + sign + line.substring(to);
            read += visit.read(damaged) ? 1 : 0;
        }
        assertThat(read).isBetween(1, 19_999);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.072645",
                "1.000000",
                "0.1",
                "123456.789012",
                "-0.3",
                "0.000001",
                "12",
                "0.123456789012345",
                "0.1234567890123456789",
                "1e-7",
                "2.5E3",
                "99999999999.9999999999999",
                "0.30000000000000004",
                "5."
            })
    void valuesAreReadToTheLastBit(String value) {
        assertThat(visit.read("1 7 0 |user 1:1 |7 2:" + value + " |8")).isTrue();

        assertThat(visit.features(0)[1]).isEqualTo(Double.parseDouble(value));
        assertThat(visit.articles()).isEqualTo(2);
    }
}
