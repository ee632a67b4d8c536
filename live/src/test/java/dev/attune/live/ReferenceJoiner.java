package dev.attune.live;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalEvent.Expired;
import dev.attune.journal.JournalEvent.Joined;
import dev.attune.journal.JournalEvent.Rewarded;
import dev.attune.live.RewardRules.Aggregation;
import dev.attune.live.RewardRules.Learning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the join rules mean, told as slowly as possible: lists of all that ever happened, searched anew for every question. */
final class ReferenceJoiner {
    private final RewardRules rules;
    private final double low;
    private final double high;
    private final List<Made> decisions = new ArrayList<>();
    final List<JournalEvent> events = new ArrayList<>(); // Rewarded, Joined and Expired, in their order
    private long latest; // time of the latest event of any kind

    private record Made(long number, long at, String arm) {}

    ReferenceJoiner(RewardRules rules, double low, double high) {
        this.rules = rules;
        this.low = low;
        this.high = high;
    }

    /** Any event that this class does not make itself. */
    void happened(long now) {
        latest = Math.max(latest, now);
    }

    void decided(long number, String arm, long now) {
        happened(now);
        decisions.add(new Made(number, latest, arm));
    }

    RewardOutcome reward(long number, String id, double value, long now) {
        Optional<Made> made = decisions.stream().filter(d -> d.number == number).findFirst();
        if (made.isEmpty()) {
            return RewardOutcome.UNKNOWN;
        }
        List<Rewarded> before = rewardsOf(number);
        if (!id.isEmpty() && before.stream().anyMatch(r -> r.rewardId().equals(id))) {
            return RewardOutcome.DUPLICATE;
        }
        boolean once = rules.learning() == Learning.AT_ONCE;
        if (isClosed(number)) {
            return once && !before.isEmpty() ? RewardOutcome.NOT_FIRST : RewardOutcome.LATE;
        }
        if (isDue(made.get(), now)) {
            return RewardOutcome.LATE;
        }
        if (rules.aggregation() == Aggregation.FIRST && !before.isEmpty()) {
            return RewardOutcome.NOT_FIRST;
        }
        happened(now);
        events.add(new Rewarded(Scene.NUMBER, number, id, value));
        if (once) {
            events.add(new Joined(Scene.NUMBER, number, value));
        }
        return RewardOutcome.COUNTED;
    }

    void closeDue(long now) {
        int before = events.size();
        for (Made made : decisions) {
            if (!isClosed(made.number) && isDue(made, now)) {
                events.add(end(made.number));
            }
        }
        if (events.size() > before) {
            happened(now);
        }
    }

    /** All that wait for rewards of an arm are given up. */
    void retire(String arm, long now) {
        happened(now);
        for (Made made : decisions) {
            if (made.arm.equals(arm) && !isClosed(made.number)) {
                events.add(new Expired(Scene.NUMBER, made.number));
            }
        }
    }

    long waiting() {
        return decisions.stream().filter(made -> !isClosed(made.number)).count();
    }

    private JournalEvent end(long number) {
        List<Rewarded> rewards = rewardsOf(number);
        if (rewards.isEmpty()) {
            return rules.defaultReward().isPresent()
                    ? new Joined(Scene.NUMBER, number, rules.defaultReward().getAsDouble())
                    : new Expired(Scene.NUMBER, number);
        }
        double sum = 0;
        for (Rewarded reward : rewards) {
            sum += reward.value();
        }
        double value = switch (rules.aggregation()) {
            case FIRST -> rewards.get(0).value();
            case LAST -> rewards.get(rewards.size() - 1).value();
            case SUM -> Math.max(low, Math.min(high, sum));
        };
        return new Joined(Scene.NUMBER, number, value);
    }

    private boolean isDue(Made made, long now) {
        return made.at + Scene.WINDOW <= Math.max(latest, now);
    }

    private List<Rewarded> rewardsOf(long number) {
        return events.stream()
                .filter(Rewarded.class::isInstance)
                .map(Rewarded.class::cast)
                .filter(reward -> reward.decision() == number)
                .toList();
    }

    private boolean isClosed(long number) {
        return events.stream()
                .anyMatch(event -> (event instanceof Joined joined && joined.decision() == number)
                        || (event instanceof Expired expired && expired.decision() == number));
    }
}
