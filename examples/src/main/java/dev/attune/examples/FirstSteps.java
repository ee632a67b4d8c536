package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Features;

/** The first five lines: choose a drink for a visitor, learn from the reward, save and load. */
public final class FirstSteps {
    private FirstSteps() {}

    /** Prints the drink that was chosen, and what the loaded bandit is. */
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().build();
        Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
        System.out.println(decision.arm());
        bandit.reward(decision, 1.0);
        byte[] saved = bandit.save();
        Bandit again = Bandit.load(saved);
        System.out.println(again);
    }
}
