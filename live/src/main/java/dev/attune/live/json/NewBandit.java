package dev.attune.live.json;

import dev.attune.encode.Arm;
import dev.attune.live.LiveDefinition;
import java.util.List;

/**
 * A bandit to be created.
 *
 * @param name of the bandit
 * @param definition what it is made from
 * @param arms its catalogue; may be empty
 */
public record NewBandit(String name, LiveDefinition definition, List<Arm> arms) {
    /** Copies the list. */
    public NewBandit {
        arms = List.copyOf(arms);
    }
}
