package dev.attune.engine;

import dev.attune.state.StateReader;
import dev.attune.state.StateWriter;
import java.util.Arrays;

/**
 * Which of the last {@value #WINDOW} rounds of a bandit were rewarded or released, so that a second reward of one decision is rejected. Older
 * rounds are not remembered. Takes one bit a round, in pages that are made when they are needed.
 */
public final class SettledRounds {
    /** Number of rounds that are remembered. */
    public static final int WINDOW = 1 << 16;

    private static final int PAGE = 64; // longs, for 4096 rounds
    private static final int PAGES = WINDOW / Long.SIZE / PAGE;
    private static final long[] EMPTY = {};

    private final long bandit; // what decisions of this bandit carry; 0 if it is not known
    private final long[][] pages = new long[PAGES][];
    private long latest; // the last round that was settled or started

    /** Creates the record of a bandit that has decided nothing. */
    public SettledRounds(long bandit) {
        this.bandit = bandit;
        Arrays.fill(pages, EMPTY);
    }

    /** Returns the number that decisions of this bandit carry. */
    public long bandit() {
        return bandit;
    }

    /** Returns whether a round is known to be settled. */
    public boolean contains(long round) {
        if (round > latest || round <= latest - WINDOW) {
            return false;
        }
        long[] page = pages[page(round)];
        return page.length > 0 && (page[word(round)] >>> bit(round) & 1) != 0;
    }

    /** Notes that a round is settled. */
    public void add(long round) {
        advance(round);
        if (round <= latest - WINDOW) {
            return;
        }
        if (pages[page(round)].length == 0) {
            pages[page(round)] = new long[PAGE];
        }
        pages[page(round)][word(round)] |= 1L << bit(round);
    }

    /** Clears the places that the rounds up to this one take from those that leave the window. */
    private void advance(long round) {
        long first = Math.max(latest + 1, round - WINDOW + 1);
        for (long next = first; next <= round; next++) {
            long[] page = pages[page(next)];
            if (page.length > 0) {
                page[word(next)] &= ~(1L << bit(next));
            }
        }
        latest = Math.max(latest, round);
    }

    private static int page(long round) {
        return (int) (round / Long.SIZE / PAGE % PAGES);
    }

    private static int word(long round) {
        return (int) (round / Long.SIZE % PAGE);
    }

    private static int bit(long round) {
        return (int) (round % Long.SIZE);
    }

    /** Writes the record. */
    public void write(StateWriter out) {
        out.writeLong(bandit);
        out.writeLong(latest);
        for (long[] page : pages) {
            out.writeFlag(page.length > 0);
            for (long word : page) {
                out.writeLong(word);
            }
        }
    }

    /** Reads what {@link #write} wrote. */
    public static SettledRounds read(StateReader in) {
        SettledRounds settled = new SettledRounds(in.readLong());
        settled.latest = in.readTally();
        for (int p = 0; p < PAGES; p++) {
            if (in.readFlag()) {
                settled.pages[p] = new long[PAGE];
                for (int i = 0; i < PAGE; i++) {
                    settled.pages[p][i] = in.readLong();
                }
            }
        }
        return settled;
    }
}
