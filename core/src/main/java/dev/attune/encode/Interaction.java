package dev.attune.encode;

import java.util.Locale;

/**
 * Features of one side times features of another, such as {@code context.country x arm.genre}: every pair of them is a
 * feature of its own, whose value is the product. A side without a name is all its features: {@code context x arm}. The id of
 * an arm is a side too: {@code context.age x id} is a coefficient of age for each arm.
 *
 * @param left the side that comes first in the order context, arm, id
 * @param right the other side
 */
public record Interaction(Side left, Side right) {
    private static final String BETWEEN = " x ";
    private static final int LONGEST_NAME = 160;

    /** Puts the sides in order; they must be of different places. */
    public Interaction {
        if (left.place() == right.place()) {
            throw new IllegalArgumentException("interaction " + left + BETWEEN + right
                    + " has two sides of one place; it joins two of context, arm and id");
        }
        if (left.place().compareTo(right.place()) > 0) {
            Side first = right;
            right = left;
            left = first;
        }
    }

    /** Reads the text of an interaction, such as {@code context x arm.genre}. */
    public static Interaction parse(String text) {
        int split = text.indexOf(BETWEEN);
        if (split < 0 || text.indexOf(BETWEEN, split + 1) >= 0) {
            throw new IllegalArgumentException("interaction '" + text
                    + "' is not two sides with one ' x ' between, such as context.country x arm.genre");
        }
        return new Interaction(
                Side.parse(text, text.substring(0, split)), Side.parse(text, text.substring(split + BETWEEN.length())));
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return left + BETWEEN + right;
    }

    /** Where a side of an interaction lies. */
    public enum Place {
        /** What all arms of a round share. */
        CONTEXT(1),
        /** An arm's own features. */
        ARM(2),
        /** Which arm it is. */
        ID(3);

        final int code; // in hashed keys

        Place(int code) {
            this.code = code;
        }
    }

    /**
     * One side of an interaction.
     *
     * @param place where its features lie
     * @param name the name of one feature, or empty for all of them
     */
    public record Side(Place place, String name) {
        /** Refuses a name that could not be read back. */
        public Side {
            if (place == Place.ID && !name.isEmpty()) {
                throw new IllegalArgumentException(
                        "the id of an arm has no features, but '" + name + "' is asked of it");
            }
            if (name.contains(BETWEEN) || !name.equals(name.strip()) || name.length() > LONGEST_NAME) {
                throw new IllegalArgumentException(
                        "feature '" + name + "' cannot be named in an interaction: it must have at" + " most "
                                + LONGEST_NAME + " characters, no ' x ' and no space at its ends");
            }
        }

        private static Side parse(String whole, String text) {
            String side = text.strip();
            for (Place place : Place.values()) {
                String word = place.name().toLowerCase(Locale.ROOT);
                if (side.equals(word)) {
                    return new Side(place, "");
                }
                if (side.startsWith(word + ".") && side.length() > word.length() + 1) {
                    return new Side(place, side.substring(word.length() + 1));
                }
            }
            throw new IllegalArgumentException("interaction '" + whole + "' has a side '" + side
                    + "'; a side is context, context.NAME, arm, arm.NAME or id");
        }

        @Override
        public String toString() {
            String word = place.name().toLowerCase(Locale.ROOT);
            return name.isEmpty() ? word : word + "." + name;
        }
    }
}
