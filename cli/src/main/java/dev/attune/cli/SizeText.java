package dev.attune.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes such as {@code 500KB} or {@code 10GB}; units are powers of 1,024. */
final class SizeText {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})\\s*([KMGT]?)B?");
    private static final String UNITS = "KMGT";
    private static final int STEP = 10;

    private SizeText() {}

    static long parse(String text) {
        Matcher parts = SHAPE.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size; write a number and KB, MB, GB or TB, such as 10GB");
        }
        int unit = parts.group(2).isEmpty() ? 0 : 1 + UNITS.indexOf(parts.group(2));
        return Long.parseLong(parts.group(1)) << (STEP * unit);
    }
}
