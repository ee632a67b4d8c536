package dev.attune.bench.crash;

import dev.attune.bench.crash.Oracle.DecisionAck;
import dev.attune.bench.crash.Oracle.SentReward;
import dev.attune.encode.Arm;
import dev.attune.journal.Decided;
import dev.attune.journal.Disk;
import dev.attune.journal.FolderLock;
import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.journal.Offer;
import dev.attune.journal.SnapshotFile;
import dev.attune.journal.SnapshotStore;
import dev.attune.live.LiveBandit;
import dev.attune.live.json.DefinitionJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the journal against the oracle, and the states of the last snapshot against a clean replay of the journal. It reads what has come
 * since it was last asked, while the service is down. A state in a snapshot is what a bandit had become by living and by recovering;
 * the replay here knows the journal alone.
 */
final class JournalAudit {
    private final Path data;
    private final Oracle oracle;
    private final Map<Integer, LiveBandit> replayed = new HashMap<>();
    private final Map<Integer, Long> last = new HashMap<>(); // position of the last event of each
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, List<Arm>> catalogues = new HashMap<>();
    private final Map<String, Long> decided = new HashMap<>(); // number of the decision, by our id
    private final Set<String> rewarded = new HashSet<>();
    private long next = 1;
    private long doubled;
    private long mismatches;
    private long statesCompared;

    JournalAudit(Path data, Oracle oracle) {
        this.data = data;
        this.oracle = oracle;
    }

    /** Reads on to the end of the journal. */
    void readOn() throws IOException {
        try (FolderLock lock = FolderLock.acquire(data)) {
            Optional<SnapshotFile> latest = new SnapshotStore(lock, Disk.REAL).latest(oracle::violation);
            Map<Integer, ByteBuffer> states = latest.isPresent() ? states(latest.get()) : new HashMap<>();
            try (JournalReader reader = JournalReader.open(new JournalFolder(data), next)) {
                for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                    compare(record.event().bandit(), states, record.position());
                    check(record);
                    replay(record);
                    next = record.position() + 1;
                }
            }
            Set.copyOf(states.keySet()).forEach(bandit -> compare(bandit, states, next));
        }
    }

    private static Map<Integer, ByteBuffer> states(SnapshotFile opened) throws IOException {
        Map<Integer, ByteBuffer> states = new HashMap<>();
        try (SnapshotFile snapshot = opened) {
            for (int bandit : snapshot.bandits()) {
                if (bandit != 0) {
                    states.put(bandit, ByteBuffer.wrap(snapshot.state(bandit)));
                }
            }
        }
        return states;
    }

    /**
     * Compares a state from a snapshot, once, when the replay is where the state is: before the first event of its bandit that is not in
     * it. Its first 8 bytes are the position up to which it is complete.
     */
    private void compare(int bandit, Map<Integer, ByteBuffer> states, long position) {
        ByteBuffer stored = states.get(bandit);
        if (stored == null || stored.getLong(0) >= position) {
            return;
        }
        states.remove(bandit);
        LiveBandit own = replayed.get(bandit);
        if (own == null || last.getOrDefault(bandit, 0L) > stored.getLong(0)) {
            return; // the replay was beyond it when the snapshot was found
        }
        statesCompared++;
        if (!stored.slice(Long.BYTES, stored.capacity() - Long.BYTES).equals(ByteBuffer.wrap(own.write()))) {
            mismatches++;
            oracle.violation("the state of " + names.get(bandit) + " at position " + stored.getLong(0)
                    + " is not what a replay of the journal gives");
        }
    }

    private void replay(JournalRecord record) {
        JournalEvent event = record.event();
        last.put(event.bandit(), record.position());
        try {
            if (event instanceof JournalEvent.Created created) {
                var definition = DefinitionJson.parse(created.definition());
                replayed.put(created.bandit(), LiveBandit.create(created.bandit(), definition));
            } else if (replayed.containsKey(event.bandit())) {
                replayed.get(event.bandit()).apply(record);
            }
        } catch (RuntimeException e) {
            mismatches++;
            oracle.violation("replaying position " + record.position() + ": " + e);
        }
    }

    private void check(JournalRecord record) {
        JournalEvent event = record.event();
        if (event instanceof JournalEvent.Created created) {
            once(!names.containsValue(created.name()), "bandit " + created.name() + " was created", record);
            names.put(created.bandit(), created.name());
        } else if (event instanceof JournalEvent.Catalogued catalogued) {
            catalogues.put(catalogued.bandit(), catalogued.arms());
        } else if (event instanceof Decided made) {
            check(made, record);
        } else if (event instanceof JournalEvent.Rewarded reward) {
            check(reward, record);
        }
    }

    private void check(Decided made, JournalRecord record) {
        String id = made.clientId();
        once(decided.putIfAbsent(id, made.decision()) == null, "decision " + id + " was made", record);
        if (!names.getOrDefault(made.bandit(), "").equals(oracle.askedDecisions.get(id))) {
            oracle.violation("decision " + id + " at position " + record.position() + " was never asked for");
        }
        DecisionAck decision = oracle.decisions.get(id);
        if (decision != null
                && !(decision.number() == made.decision() && decision.arm().equals(arm(made)))) {
            oracle.violation("decision " + id + " was acknowledged as " + decision + ", the journal has number "
                    + made.decision() + ", arm " + arm(made));
        }
    }

    private String arm(Decided made) {
        List<Arm> offered = made.offer() instanceof Offer.Inline inline
                ? inline.arms()
                : catalogues.getOrDefault(made.bandit(), List.of());
        return offered.get(made.arm()).id();
    }

    private void check(JournalEvent.Rewarded reward, JournalRecord record) {
        String id = reward.rewardId();
        once(rewarded.add(id), "reward " + id + " was counted", record);
        SentReward sent = oracle.askedRewards.get(id);
        if (sent == null
                || sent.value() != reward.value()
                || sent.decision().number() != reward.decision()
                || !sent.decision().bandit().equals(names.get(reward.bandit()))) {
            oracle.violation("reward " + id + " at position " + record.position() + " was never sent so: " + reward);
        }
    }

    private void once(boolean first, String what, JournalRecord record) {
        if (!first) {
            doubled++;
            oracle.violation(what + " twice, the second time at position " + record.position());
        }
    }

    /** Returns how many acknowledged decisions and rewards the journal lacks; each is a violation. */
    long lost() {
        Set<String> missing = new HashSet<>();
        oracle.decisions.keySet().stream()
                .filter(id -> !decided.containsKey(id))
                .forEach(id -> missing.add("decision " + id));
        oracle.rewards.keySet().stream()
                .filter(id -> !rewarded.contains(id))
                .forEach(id -> missing.add("reward " + id));
        oracle.bandits.stream()
                .filter(name -> !names.containsValue(name))
                .forEach(name -> missing.add("bandit " + name));
        missing.forEach(what -> oracle.violation(what + " was acknowledged and is not in the journal"));
        return missing.size();
    }

    /** Returns how many decisions and rewards the journal has twice. */
    long doubled() {
        return doubled;
    }

    /** States, or decisions, that a replay gives otherwise. */
    long mismatches() {
        return mismatches;
    }

    /** States that were compared. */
    long statesCompared() {
        return statesCompared;
    }

    /** Events so far. */
    long events() {
        return next - 1;
    }
}
