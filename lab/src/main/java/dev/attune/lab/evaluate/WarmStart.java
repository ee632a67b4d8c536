package dev.attune.lab.evaluate;

import dev.attune.api.ActionSet;
import dev.attune.catalog.BanditDefinition;
import dev.attune.engine.DefinedBandit;
import dev.attune.lab.log.DecisionLog;
import java.io.IOException;
import java.util.function.DoubleConsumer;

/**
 * A bandit that has learnt from a log before it makes its first decision.
 *
 * <p>Its model learns the reward of every logged choice, with features scaled by the whole log. Its tuner has no history, since it has made none of
 * these choices; it explores as much as the model has left to learn.
 */
public final class WarmStart {
    private WarmStart() {}

    /**
     * Creates a bandit and teaches it all events of a log that have a reward and can be encoded. An event that represents several is learnt as many
     * times.
     *
     * @param progress receives the share that is done, from 0 to 1
     */
    public static DefinedBandit of(BanditDefinition definition, DecisionLog log, DoubleConsumer progress)
            throws IOException {
        DefinedBandit bandit = new DefinedBandit(definition);
        double bytes = Math.max(1, 2.0 * log.bytes());
        DecisionLog encodable = new EncodableLog(log, event -> bandit.encoder().encode(event.context(), event.arms()));
        encodable.read(
                event -> {}, // the encoder has seen it
                read -> progress.accept(Math.min(0.5, read / bytes)));
        long[] index = {0};
        encodable.read(
                event -> {
                    if (!Double.isNaN(event.reward())) {
                        ActionSet arms = bandit.bandit().policy().perArm()
                                ? bandit.encode(event.context(), event.arms())
                                : bandit.encoder().encodeWithoutLearning(event.context(), event.arms());
                        for (int i = CrossFit.copies(index[0]++, event.weight()); i > 0; i--) {
                            bandit.bandit().learn(bandit.bandit().observe(arms, event.chosen()), event.reward());
                        }
                    }
                },
                read -> progress.accept(Math.min(1, 0.5 + read / bytes)));
        return bandit;
    }
}
