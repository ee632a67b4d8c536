package dev.attune.lab.evaluate;

import dev.attune.SelfTuningBandit;
import dev.attune.api.Decision;
import dev.attune.lab.RealData;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.EnvironmentCatalog;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.evaluate.Evaluation.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayTest {
    @Test
    void pendigits() throws IOException {
        Environment pendigits = EnvironmentCatalog.environment("pendigits")
                .make(Map.of("data", RealData.at("pendigits").toString()));
        for (String tuner : List.of("VOI", "RandUCB", "OP", "CDT", "Theory", "explore=0", "explore=0.5", "explore=5")) {
            StringBuilder live = new StringBuilder();
            for (int seed = 1; seed <= 3; seed++) {
                SelfTuningBandit b = new LearningPolicy("LinUCB", tuner).make(170, 1100, seed);
                Rounds r = pendigits.open(seed, 1100);
                double sum = 0;
                for (int t = 0; t < 1100; t++) {
                    Decision d = b.decide(r.next());
                    sum += r.reward(d);
                    b.reward(d, r.reward(d));
                }
                live.append(String.format(" %.3f", sum / 1100));
            }
            System.out.println(tuner + " live " + live);
            UniformLog log = new UniformLog(pendigits, 7, 10992);
            long a = System.nanoTime();
            var result = Evaluation.of(
                    log, log, new Settings(List.of(new LearningPolicy("LinUCB", tuner)), 1, false), e -> {}, s -> {});
            PolicyValue v = result.values().get(result.values().size() - 1);
            System.out.println(v.estimates() + " " + v.decisions() + " " + v.effectiveSize() + " "
                    + (System.nanoTime() - a) * 1e-9);
        }
    }
}
