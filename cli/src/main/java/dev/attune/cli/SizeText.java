package dev.attune.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them: {@code 500KB}, {@code 10GB}; a thousand and twenty-four of each make the next. */
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
