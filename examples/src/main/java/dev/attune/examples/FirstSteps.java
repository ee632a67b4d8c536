package dev.attune.examples;

import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Features;

/** Chooses a drink for a visitor, learns from the reward, saves and loads. */
public final class FirstSteps {
    private FirstSteps() {}

    /** Prints the chosen drink and a description of the loaded bandit. */
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().build();
        Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
        System.out.println(decision.arm());
        bandit.reward(decision, 1.0);
        Bandit again = Bandit.load(bandit.save());
        System.out.println(again);
    }
}
