package dev.attune.server.runtime;

import dev.attune.journal.JournalEvent;
import dev.attune.journal.JournalFolder;
import dev.attune.journal.JournalReader;
import dev.attune.journal.JournalRecord;
import dev.attune.live.LiveBandit;
import dev.attune.live.json.DefinitionJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The whole journal from its first event, in the plainest way: what every recovery must come to. */
final class CleanReplay {
    private final Map<Integer, LiveBandit> bandits = new TreeMap<>();
    private final Map<Integer, String> names = new TreeMap<>();

    static CleanReplay of(Path folder) throws IOException {
        CleanReplay replay = new CleanReplay();
        try (JournalReader reader = JournalReader.open(JournalFolder.existing(folder), 1)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                replay.apply(record);
            }
        }
        return replay;
    }

    private void apply(JournalRecord record) {
        if (record.event() instanceof JournalEvent.Created created) {
            names.put(created.bandit(), created.name());
            bandits.put(
                    created.bandit(), LiveBandit.create(created.bandit(), DefinitionJson.parse(created.definition())));
            return;
        }
        LiveBandit bandit = bandits.get(record.event().bandit());
        if (bandit == null) {
            throw new AssertionError("an event of a bandit that is not there: " + record);
        }
        bandit.apply(record);
        if (record.event() instanceof JournalEvent.Changed changed
                && changed.what().equals("deleted")) {
            bandits.remove(changed.bandit());
            names.remove(changed.bandit());
        }
    }

    /** The state of every bandit that was not deleted, by name. */
    Map<String, byte[]> states() {
        Map<String, byte[]> states = new TreeMap<>();
        bandits.forEach((number, bandit) -> states.put(names.getOrDefault(number, ""), bandit.write()));
        return states;
    }
}
