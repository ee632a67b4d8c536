package dev.attune.server.http;

import dev.attune.live.RefusedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The query of a request, read strictly: unknown and repeated names are rejected. */
final class QueryText {
    private static final long LAST_TIME = 253_402_300_799_999L; // of the year 9999

    private final Map<String, String> values = new LinkedHashMap<>();

    QueryText(@Nullable String query) {
        String rest = query == null ? "" : query;
        while (!rest.isEmpty()) {
            int end = rest.indexOf('&') < 0 ? rest.length() : rest.indexOf('&');
            String pair = rest.substring(0, end);
            rest = rest.substring(Math.min(rest.length(), end + 1));
            int equals = pair.indexOf('=') < 0 ? pair.length() : pair.indexOf('=');
            String name = pair.substring(0, equals);
            Optional<String> value = Router.decoded(pair.substring(Math.min(pair.length(), equals + 1)));
            if (value.isEmpty() || values.putIfAbsent(name, value.get()) != null) {
                throw refuse(name, "the query is not well-formed, or has the name twice");
            }
        }
    }

    /** Rejects all names but these. */
    QueryText only(String... known) {
        for (String name : values.keySet()) {
            if (!List.of(known).contains(name)) {
                throw refuse(
                        name,
                        "unknown query parameter; there "
                                + (known.length == 0 ? "are none" : "are " + String.join(", ", known)));
            }
        }
        return this;
    }

    String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    int whole(String name, int absent, int least, int most) {
        return (int) number(name, absent, least, most, "must be a whole number between " + least + " and " + most);
    }

    /** Returns a time in milliseconds since 1970. */
    long time(String name, long absent) {
        return number(name, absent, 0, LAST_TIME, "must be a time in milliseconds since 1970");
    }

    private long number(String name, long absent, long least, long most, String rule) {
        String text = values.get(name);
        if (text == null) {
            return absent;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refuse(name, rule);
    }

    static RefusedException refuse(String name, String message) {
        return new RefusedException(RefusedException.Reason.INVALID, name, message);
    }
}
