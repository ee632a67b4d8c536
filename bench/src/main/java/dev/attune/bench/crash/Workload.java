package dev.attune.bench.crash;

import dev.attune.bench.crash.Oracle.DecisionAck;
import dev.attune.bench.crash.Oracle.SentReward;
import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import dev.attune.client.DecisionAnswer;
import dev.attune.live.RewardMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * One caller of the service: decisions, rewards, duplicates, batches, observations, changes. It ends when the service does, and what it
 * was waiting for then is tried again, with the same ids, when the service is back. For one thread.
 */
final class Workload {
    /** Something that was sent and can be sent again. */
    @FunctionalInterface
    private interface Step {
        void run();
    }

    private static final List<CrashBandit> BANDITS = List.of(CrashBandit.values());
    private static final long BUSY_NANOS = 20_000_000;

    private final String name;
    private final Oracle oracle;
    private final AttuneClient client;
    private final SplittableRandom random;
    private final List<Step> unsure = new ArrayList<>();
    private long count;

    Workload(String name, Oracle oracle, AttuneClient client, long seed) {
        this.name = name;
        this.oracle = oracle;
        this.client = client;
        this.random = new SplittableRandom(seed);
    }

    /** Sends again what got no answer, then continues until the service is gone. */
    void run() {
        try {
            while (!unsure.isEmpty()) {
                settle(unsure.get(0));
                unsure.remove(0);
            }
            while (!Thread.currentThread().isInterrupted()) {
                next();
            }
        } catch (Gone e) {
            // killed, as it was meant to be
        }
    }

    private void next() {
        CrashBandit bandit = BANDITS.get(random.nextInt(BANDITS.size()));
        int dice = random.nextInt(100);
        if (dice < 75) {
            String id = id();
            step(() -> decide(bandit, id));
            DecisionAck decision = oracle.decisions.get(id);
            if (decision != null) {
                reward(decision);
            }
        } else if (dice < 83) {
            List<String> ids = List.of(id(), id(), id());
            step(() -> decideAll(bandit, ids));
            step(() -> rewardAll(ids));
        } else if (dice < 92) {
            String id = id();
            step(() -> observe(bandit, id));
        } else if (dice < 95) {
            step(() -> changeCatalogue(bandit));
        } else if (dice < 99) {
            step(this::pauseOrResume);
        } else {
            String fresh = "extra-" + id();
            step(() -> create(fresh));
        }
    }

    private void reward(DecisionAck decision) {
        int rewards = random.nextInt(4); // often none
        for (int i = 0; i < Math.min(rewards, 2); i++) {
            SentReward sent = new SentReward(decision, "r" + i + "-" + decision.clientId(), random.nextInt(2));
            step(() -> reward(sent));
            if (random.nextInt(5) == 0) {
                step(() -> reward(sent));
            }
        }
    }

    private void decide(CrashBandit bandit, String id) {
        oracle.askedDecisions.put(id, bandit.label());
        acknowledge(bandit, id, client.decide(bandit.label(), bandit.request(id)));
    }

    private void decideAll(CrashBandit bandit, List<String> ids) {
        ids.forEach(id -> oracle.askedDecisions.put(id, bandit.label()));
        List<ArmRequest> requests = ids.stream().map(bandit::request).toList();
        List<DecisionAnswer> answers = client.decideAll(bandit.label(), requests);
        for (int i = 0; i < ids.size(); i++) {
            acknowledge(bandit, ids.get(i), answers.get(i));
        }
    }

    private void rewardAll(List<String> ids) {
        List<SentReward> sent = new ArrayList<>();
        for (String id : ids) {
            DecisionAck decision = oracle.decisions.get(id);
            if (decision != null) {
                sent.add(new SentReward(decision, "b-" + id, 1));
            }
        }
        if (sent.isEmpty()) {
            return;
        }
        sent.forEach(reward -> oracle.askedRewards.put(reward.id(), reward));
        var outcomes = client.rewardAll(sent.stream()
                .map(reward -> new RewardMessage(reward.decision().id(), reward.id(), reward.value()))
                .toList());
        for (int i = 0; i < sent.size(); i++) {
            oracle.answered(sent.get(i), outcomes.get(i));
        }
    }

    private void observe(CrashBandit bandit, String id) {
        oracle.askedDecisions.put(id, bandit.label());
        DecisionAnswer answer = client.observe(bandit.label(), bandit.observation(id));
        oracle.acknowledged(new DecisionAck(bandit.label(), id, answer.id(), answer.arm(), true));
    }

    private void reward(SentReward sent) {
        oracle.askedRewards.put(sent.id(), sent);
        var message = new RewardMessage(sent.decision().id(), sent.id(), sent.value());
        oracle.answered(sent, client.reward(message));
    }

    private void changeCatalogue(CrashBandit bandit) {
        if (bandit.hasCatalogue()) {
            client.catalogue(bandit.label(), bandit.arms(random.nextInt(10)));
        }
    }

    private void pauseOrResume() {
        if (random.nextBoolean()) {
            client.pause(CrashBandit.PAUSED.label());
        } else {
            client.resume(CrashBandit.PAUSED.label());
        }
    }

    private void create(String fresh) {
        boolean again = !oracle.askedBandits.add(fresh);
        try {
            client.create(fresh, CrashBandit.FIRST.definition(), List.of());
        } catch (AttuneException e) {
            if (!(again && e.kind().equals("name-taken"))) {
                throw e;
            }
        }
        oracle.bandits.add(fresh);
    }

    private void acknowledge(CrashBandit bandit, String id, DecisionAnswer answer) {
        oracle.acknowledged(new DecisionAck(bandit.label(), id, answer.id(), answer.arm(), false));
    }

    private String id() {
        return name + "-" + ++count;
    }

    private void step(Step step) {
        unsure.add(step);
        settle(step);
        unsure.remove(unsure.size() - 1);
    }

    /** Does a step until the service has answered it. */
    private void settle(Step step) {
        while (true) {
            try {
                step.run();
                return;
            } catch (AttuneException e) {
                switch (e.kind()) {
                    case AttuneException.UNREACHABLE, "stopped", "no-files" -> throw new Gone();
                    case "busy" -> pause();
                    case "paused" -> {
                        return;
                    }
                    default -> {
                        oracle.violation("an unexpected answer: " + e.getMessage());
                        return;
                    }
                }
            }
        }
    }

    private static void pause() {
        LockSupport.parkNanos(BUSY_NANOS);
    }

    /** The service is no more. */
    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
