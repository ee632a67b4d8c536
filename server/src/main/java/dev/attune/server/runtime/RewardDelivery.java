package dev.attune.server.runtime;

import dev.attune.live.LiveBandit;
import dev.attune.live.RefusedException;
import dev.attune.live.RewardOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Delivers rewards to their bandits, all or none. */
final class RewardDelivery {
    private final List<DecisionReward> rewards;
    private final RewardOutcome[] outcomes;
    private final Map<Entry, List<Integer>> byBandit = new LinkedHashMap<>();

    /** Posts work to a bandit. */
    interface Post {
        CompletionStage<Integer> ask(Entry entry, Work<Integer> work);
    }

    /**
     * Sorts rewards by bandit.
     *
     * @throws RefusedException if a value is invalid, with its index
     */
    RewardDelivery(Directory directory, List<DecisionReward> rewards) {
        this.rewards = rewards;
        this.outcomes = new RewardOutcome[rewards.size()];
        Arrays.fill(outcomes, RewardOutcome.UNKNOWN);
        for (int i = 0; i < outcomes.length; i++) {
            Entry entry = directory.find(rewards.get(i).decision().bandit());
            if (entry != null) {
                check(entry, i);
                byBandit.computeIfAbsent(entry, e -> new ArrayList<>()).add(i);
            }
        }
    }

    private void check(Entry entry, int i) {
        try {
            entry.checkReward(rewards.get(i));
        } catch (RefusedException e) {
            throw e.inBatch(i);
        }
    }

    /** Returns the outcome of each, in their order. */
    CompletionStage<List<RewardOutcome>> send(Post post) {
        List<CompletableFuture<?>> parts = new ArrayList<>();
        byBandit.forEach((entry, mine) ->
                parts.add(post.ask(entry, turn -> reward(turn, mine)).toCompletableFuture()));
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).thenApply(done -> List.of(outcomes));
    }

    private int reward(Turn turn, List<Integer> mine) throws IOException {
        if (turn.entry().gone()) { // deleted since it was looked up
            return 0;
        }
        LiveBandit bandit = turn.bandit();
        for (int i : mine) {
            DecisionReward order = rewards.get(i);
            outcomes[i] = bandit.reward(order.decision().decision(), order.rewardId(), order.value(), turn.now(), turn);
        }
        return mine.size();
    }
}
