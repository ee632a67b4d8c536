package dev.attune.server.runtime;

import dev.attune.live.LiveDefinition;
import dev.attune.live.json.DefinitionJson;

/** A definition as text in the journal and in snapshots: the JSON that callers send and read. */
final class DefinitionText {
    private DefinitionText() {}

    static String write(LiveDefinition definition) {
        return DefinitionJson.text(definition);
    }

    static LiveDefinition read(String text) {
        return DefinitionJson.parse(text);
    }
}
