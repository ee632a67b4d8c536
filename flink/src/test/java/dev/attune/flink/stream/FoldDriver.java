package dev.attune.flink.stream;

import dev.attune.flink.wire.BanditKey;
import dev.attune.flink.wire.RecordReader;
import dev.attune.live.RefusedException;
import dev.attune.live.json.JsonLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Calls the fold for every moment of every key, as the operator does, without Flink. */
final class FoldDriver {
    final List<Outgoing> out = new ArrayList<>();
    final Map<String, KeyedBandit> bandits = new TreeMap<>();

    FoldDriver(List<Arrived> records, StreamRules rules) {
        this(records, rules, bandit -> bandit);
    }

    /** The same, with something done to a bandit after every moment. */
    FoldDriver(List<Arrived> records, StreamRules rules, UnaryOperator<KeyedBandit> between) {
        RecordReader reader = new RecordReader(JsonLimits.DEFAULT);
        StreamFold fold = new StreamFold(rules, out::add);
        Map<String, DefinitionHistory> histories = new HashMap<>();
        Map<String, TreeMap<Long, List<Arrived>>> keys = new TreeMap<>();
        for (Arrived record : records) {
            if (record.origin() != Origin.DEFINITIONS) {
                keys.computeIfAbsent(record.key(), key -> new TreeMap<>())
                        .computeIfAbsent(record.time(), time -> new ArrayList<>())
                        .add(record);
                continue;
            }
            try {
                DefinitionHistory before = histories.getOrDefault(record.key(), DefinitionHistory.NONE);
                DefinitionHistory after = before.tried(record, reader);
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
                List<Arrived> due = moments.getOrDefault(now, new ArrayList<>());
                moments.remove(now);
                due.sort(Arrived.ORDER);
                bandit = fold.at(now, key, bandit, history, due);
                bandit = bandit == null ? null : between.apply(bandit);
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
