package dev.attune.flink.sweep;

import dev.attune.api.RewardRange;
import dev.attune.lab.env.Environment;
import dev.attune.lab.env.Rounds;
import dev.attune.lab.run.Plan;
import dev.attune.lab.run.PlanRecipe;
import dev.attune.lab.spec.SpecReader;
import java.io.IOException;
import java.io.Serializable;

/**
 * A plan whose environment of one name is in trouble whenever it is opened.
 *
 * @param recipe the plan without trouble
 * @param environment its label
 * @param trouble what happens first
 */
record Troubled(PlanRecipe recipe, String environment, Trouble trouble) implements Plan.Maker {
    private static final long serialVersionUID = 1;

    /** Runs before an environment is opened, and may throw. */
    interface Trouble extends Serializable {
        void opening(long seed);
    }

    @Override
    public Plan make() throws IOException {
        return Plan.using(
                SpecReader.read(recipe.name(), recipe.text())
                        .withRepetitions(recipe.repetitions())
                        .withSeed(recipe.seed()),
                recipe.version(),
                choice -> {
                    Environment sound = choice.entry().make(choice.given());
                    return choice.label().equals(environment) ? new Shaky(sound, trouble) : sound;
                });
    }

    private record Shaky(Environment sound, Trouble trouble) implements Environment {
        @Override
        public int dimension() {
            return sound.dimension();
        }

        @Override
        public RewardRange rewards() {
            return sound.rewards();
        }

        @Override
        public String fingerprint() {
            return sound.fingerprint();
        }

        @Override
        public Rounds open(long seed, long horizon) {
            trouble.opening(seed);
            return sound.open(seed, horizon);
        }
    }
}
