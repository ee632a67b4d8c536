package dev.attune.live.json;

import java.util.LinkedHashMap;
import java.util.Map;

/** The constants of an enum by their names in JSON. */
final class EnumNames<E extends Enum<E>> {
    private final Map<String, E> byName = new LinkedHashMap<>();
    private final Map<E, String> names = new LinkedHashMap<>();

    static <E extends Enum<E>> EnumNames<E> of(Class<E> type) {
        return of(type, Map.of());
    }

    /** Returns the names of an enum, some of which differ from {@link DefinitionJson#word}. */
    static <E extends Enum<E>> EnumNames<E> of(Class<E> type, Map<E, String> different) {
        EnumNames<E> names = new EnumNames<>();
        for (E value : type.getEnumConstants()) {
            String name = different.getOrDefault(value, DefinitionJson.word(value));
            names.byName.put(name, value);
            names.names.put(value, name);
        }
        return names;
    }

    E read(JsonInput in) {
        E value = byName.get(in.text(in.limits().textLength()));
        if (value == null) {
            throw in.refuse("must be one of " + String.join(", ", byName.keySet()));
        }
        return value;
    }

    String name(E value) {
        return names.getOrDefault(value, "");
    }
}
