package dev.attune.live.json;

import java.util.LinkedHashMap;
import java.util.Map;

/** One of a few things by its name in JSON. */
final class Words<E extends Enum<E>> {
    private final Map<String, E> byWord = new LinkedHashMap<>();

    private Words() {}

    static <E extends Enum<E>> Words<E> of(Class<E> type) {
        Words<E> words = new Words<>();
        for (E value : type.getEnumConstants()) {
            words.byWord.put(DefinitionJson.word(value), value);
        }
        return words;
    }

    /** The same with a name of its own for one of them. */
    Words<E> with(String word, E value) {
        Words<E> words = new Words<>();
        byWord.forEach((before, other) -> words.byWord.put(other == value ? word : before, other));
        return words;
    }

    E read(JsonInput in) {
        E value = byWord.get(in.text(in.limits().textLength()));
        if (value == null) {
            throw in.refuse("must be one of " + String.join(", ", byWord.keySet()));
        }
        return value;
    }

    String inverse(E value) {
        for (Map.Entry<String, E> entry : byWord.entrySet()) {
            if (entry.getValue() == value) {
                return entry.getKey();
            }
        }
        throw new AssertionError(value);
    }
}
