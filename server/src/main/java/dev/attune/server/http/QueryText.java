package dev.attune.server.http;

import dev.attune.live.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    QueryText only(Set<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw refuse(
                        name,
                        "unknown query parameter; there "
                                + (known.isEmpty() ? "are none" : "are " + String.join(", ", known)));
            }
        }
        return this;
    }

    String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    int whole(String name, int absent, int least, int most) {
        String text = values.get(name);
        if (text == null) {
            return absent;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refuse(name, "must be a whole number between " + least + " and " + most);
    }

    /** Returns a time in milliseconds since 1970. */
    long time(String name, long absent) {
        String text = values.get(name);
        if (text == null) {
            return absent;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= 0 && value <= LAST_TIME) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refuse(name, "must be a time in milliseconds since 1970");
    }

    private static RefusedException refuse(String name, String message) {
        return new RefusedException(RefusedException.Reason.INVALID, name, message);
    }
}
