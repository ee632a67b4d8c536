package dev.attune.server.runtime;

import dev.attune.BanditDefinition;
import dev.attune.live.Aggregation;
import dev.attune.live.Learning;
import dev.attune.live.LiveDefinition;
import dev.attune.live.RewardRules;
import dev.attune.state.Checkpoint;
import dev.attune.state.Checkpointed;
import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.time.Duration;
import java.util.Base64;
import java.util.OptionalDouble;

/** A definition as text in the journal and in snapshots. */
final class DefinitionText {
    private DefinitionText() {}

    static String write(LiveDefinition definition) {
        return Base64.getEncoder().encodeToString(Checkpoint.write(new Checkpointed() {
            @Override
            public String stateName() {
                return "definition";
            }

            @Override
            public void writeState(StateWriter out) {
                definition.bandit().write(out);
                RewardRules rules = definition.rules();
                out.writeLong(rules.window().toMillis());
                out.writeString(rules.learning().name());
                out.writeString(rules.aggregation().name());
                out.writeInt(rules.defaultReward().isPresent() ? 1 : 0);
                out.writeDouble(rules.defaultReward().orElse(0));
            }

            @Override
            public void readState(StateReader in) {}
        }));
    }

    static LiveDefinition read(String text) {
        return Checkpoint.open(Base64.getDecoder().decode(text), "definition", in -> {
            BanditDefinition bandit = BanditDefinition.read(in);
            Duration window = Duration.ofMillis(in.readLong());
            Learning learning = Learning.valueOf(in.readString());
            Aggregation aggregation = Aggregation.valueOf(in.readString());
            boolean present = in.readInt() == 1;
            double value = in.readDouble();
            return new LiveDefinition(
                    bandit,
                    new RewardRules(
                            window,
                            learning,
                            aggregation,
                            present ? OptionalDouble.of(value) : OptionalDouble.empty()));
        });
    }
}
