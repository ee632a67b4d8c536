package dev.attune.live.json;

import dev.attune.encode.Arm;
import dev.attune.live.LiveDefinition;
import java.util.List;

/**
 * A bandit that somebody wants.
 *
 * @param name what people call it
 * @param definition what it is made from
 * @param arms its catalogue; empty if it has none
 */
public record NewBandit(String name, LiveDefinition definition, List<Arm> arms) {
    /** Copies the list. */
    public NewBandit {
        arms = List.copyOf(arms);
    }
}
