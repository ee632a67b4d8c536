package dev.attune.flink.fold;

import dev.attune.kafka.wire.BanditKey;
import dev.attune.kafka.wire.InputTopic;
import dev.attune.kafka.wire.RecordCodec;
import dev.attune.live.DecisionStore;
import dev.attune.live.RefusedException;
import dev.attune.live.json.JsonLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Calls the fold for every time of every key, as the operator does, without Flink. */
public final class FoldDriver {
    public final List<OutputRecord> out = new ArrayList<>();
    public final Map<String, KeyedBandit> bandits = new TreeMap<>();
    private DecisionStore store = DecisionStore.inMemory(); // of the key that is being played

    public FoldDriver(List<InputRecord> records, StreamRules rules) {
        this(records, rules, (bandit, store) -> bandit);
    }

    /** The same, with something done to a bandit after every moment. */
    public FoldDriver(
            List<InputRecord> records, StreamRules rules, BiFunction<KeyedBandit, DecisionStore, KeyedBandit> between) {
        RecordCodec codec = new RecordCodec(JsonLimits.DEFAULT);
        StreamFold fold = new StreamFold(rules, out::add, FoldListener.NONE, MemoryBudget.unlimited(), () -> {
            store = DecisionStore.inMemory();
            return store;
        });
        Map<String, DefinitionHistory> histories = new HashMap<>();
        Map<String, TreeMap<Long, List<InputRecord>>> keys = new TreeMap<>();
        for (InputRecord record : records) {
            if (record.topic() != InputTopic.DEFINITIONS) {
                keys.computeIfAbsent(record.key(), key -> new TreeMap<>())
                        .computeIfAbsent(record.time(), time -> new ArrayList<>())
                        .add(record);
                continue;
            }
            try {
                DefinitionHistory before = histories.getOrDefault(record.key(), DefinitionHistory.NONE);
                DefinitionHistory after = before.plus(record, codec);
                histories.put(record.key(), after);
                RefusedException conflict = after.conflict(record);
                if (conflict != null) {
                    throw conflict;
                }
            } catch (RefusedException e) {
                fold.out().refused(record, "", e);
            }
        }
        keys.forEach((key, moments) -> {
            DefinitionHistory history = histories.getOrDefault(BanditKey.name(key), DefinitionHistory.NONE);
            KeyedBandit bandit = null;
            while (!moments.isEmpty() || next(bandit) != Long.MAX_VALUE) {
                long now = Math.min(moments.isEmpty() ? Long.MAX_VALUE : moments.firstKey(), next(bandit));
                List<InputRecord> due = moments.getOrDefault(now, new ArrayList<>());
                moments.remove(now);
                due.sort(InputRecord.ORDER);
                bandit = fold.at(now, key, bandit, history, due);
                bandit = bandit == null ? null : between.apply(bandit, store);
            }
            if (bandit != null) {
                bandit = fold.unlessEnded(bandit, history, Long.MAX_VALUE - 1);
            }
            if (bandit != null) {
                bandits.put(key, bandit);
            }
        });
    }

    private static long next(@Nullable KeyedBandit bandit) {
        return bandit == null ? Long.MAX_VALUE : bandit.nextTimer();
    }
}
