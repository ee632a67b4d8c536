package dev.attune.cli;

/** One JSON object, written out as it is put together. */
final class JsonLine {
    private final StringBuilder text = new StringBuilder("{");

    JsonLine put(String name, String value) {
        return putRaw(name, quoted(value));
    }

    /** Numbers that JSON does not have, infinities and NaN, become null. */
    JsonLine put(String name, double value) {
        return putRaw(name, Double.isFinite(value) ? Double.toString(value) : "null");
    }

    /** A value that is JSON already. */
    JsonLine putRaw(String name, String json) {
        text.append(text.length() == 1 ? "" : ",")
                .append(quoted(name))
                .append(':')
                .append(json);
        return this;
    }

    private static String quoted(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
