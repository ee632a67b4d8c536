package dev.attune.live.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.attune.live.RefusedException;
import dev.attune.live.json.DefinitionJson;
import dev.attune.live.json.DefinitionJson.NewBandit;
import dev.attune.live.json.JsonInput;
import dev.attune.live.json.JsonLimits;
import dev.attune.live.json.RequestJson;

/** Whatever body a caller sends, to whatever address: it is understood, or refused with a reason. */
class JsonFuzzTest {
    private static final JsonLimits LIMITS = JsonLimits.DEFAULT.withCounts(100, 50, 20);

    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] body) {
        NewBandit bandit = read(body, in -> DefinitionJson.readNew(in, () -> 1));
        if (bandit != null) {
            String text = DefinitionJson.text(bandit.definition());
            assertThat(DefinitionJson.parse(text)).isEqualTo(bandit.definition());
        }
        read(body, RequestJson::readDecision);
        read(body, RequestJson::readDecisions);
        read(body, RequestJson::readObservation);
        read(body, RequestJson::readObservations);
        read(body, RequestJson::readReward);
        read(body, RequestJson::readRewards);
        read(body, RequestJson::readCatalogue);
        read(body, RequestJson::readFloor);
    }

    private static <T> T read(byte[] body, JsonInput.ValueReader<T> reader) {
        try {
            return JsonInput.read(body, LIMITS, reader);
        } catch (RefusedException e) {
            assertThat(e.getMessage()).isNotBlank().isNotEqualTo("null").doesNotContain("jackson");
            return null;
        }
    }
}
