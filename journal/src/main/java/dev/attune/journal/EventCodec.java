package dev.attune.journal;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.JournalEvent.Changed;
import dev.attune.journal.JournalEvent.Created;
import dev.attune.journal.JournalEvent.Expired;
import dev.attune.journal.JournalEvent.Joined;
import dev.attune.journal.JournalEvent.Rewarded;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of every event, in one place. A type keeps its number for ever; when its layout changes, its version does, and the old
 * one stays readable.
 */
final class EventCodec {
    /** Version of all layouts but one. */
    static final byte VERSION = 1;

    /** Version of a {@link Joined} that raised an alarm; any other is written as version 1, so most journals stay readable for older programs. */
    private static final byte VERSION_WITH_CHANGE = 2;

    private static final byte CREATED = 1;
    private static final byte CATALOGUED = 2;
    private static final byte DECIDED = 3;
    private static final byte REWARDED = 4;
    private static final byte JOINED = 5;
    private static final byte EXPIRED = 6;
    private static final byte CHANGED = 7;

    /** Returns whether records of a type are rewards or ends of a decision, whose number follows that of the bandit. */
    static boolean isOfDecision(byte type) {
        return type == REWARDED || isEnd(type);
    }

    /** Returns whether records of a type end the wait of a decision. */
    static boolean isEnd(byte type) {
        return type == JOINED || type == EXPIRED;
    }

    /** Returns whether records of a type may create or delete a bandit: those of an unknown type may, too. */
    static boolean isOfDirectory(byte type) {
        return type <= CREATED || type >= CHANGED;
    }

    /** Returns whether records of a type are changes by an operator. */
    static boolean isChange(byte type) {
        return type == CATALOGUED || type == CHANGED;
    }

    private static final int TUNED = 1;
    private static final int BY_CALLER = 2;
    private static final int FROM_CATALOGUE = 4;
    private static final int ALL_FLAGS = 7;

    private EventCodec() {}

    /** Returns the version of the layout that {@link #encode} writes. */
    static byte version(JournalEvent event) {
        return event instanceof Joined joined && joined.change() != 0 ? VERSION_WITH_CHANGE : VERSION;
    }

    /** Writes the body of an event and returns its type. */
    static byte encode(JournalEvent event, RecordBuffer out) {
        out.putInt(event.bandit());
        if (event instanceof Decided decided) {
            encode(decided, out);
            return DECIDED;
        } else if (event instanceof Rewarded rewarded) {
            out.putLong(rewarded.decision());
            out.putDouble(rewarded.value());
            out.putText(rewarded.rewardId());
            return REWARDED;
        } else if (event instanceof Joined joined) {
            out.putLong(joined.decision());
            out.putDouble(joined.value());
            if (joined.change() != 0) {
                out.putLong(joined.change());
            }
            return JOINED;
        } else if (event instanceof Expired expired) {
            out.putLong(expired.decision());
            return EXPIRED;
        } else if (event instanceof Created created) {
            out.putText(created.name());
            out.putText(created.definition());
            return CREATED;
        } else if (event instanceof Catalogued catalogued) {
            out.putInt(catalogued.version());
            FeatureCodec.writeArms(catalogued.arms(), out);
            return CATALOGUED;
        } else if (event instanceof Changed changed) {
            out.putText(changed.what());
            out.putText(changed.value());
            return CHANGED;
        }
        throw new IllegalStateException("no layout for " + event.getClass());
    }

    private static void encode(Decided decided, RecordBuffer out) {
        Offer offer = decided.offer();
        out.putLong(decided.decision());
        out.putLong(decided.round());
        out.putLong(decided.learnt());
        out.putByte((decided.tuned() ? TUNED : 0)
                | (decided.byCaller() ? BY_CALLER : 0)
                | (offer instanceof Offer.FromCatalogue ? FROM_CATALOGUE : 0));
        out.putInt(decided.arm());
        out.putDouble(decided.propensity());
        out.putText(decided.clientId());
        out.putDoubles(decided.x());
        out.putDoubles(decided.setting());
        out.putDoubles(decided.memo());
        out.putCount(decided.ranking().length);
        for (int arm : decided.ranking()) {
            out.putInt(arm);
        }
        FeatureCodec.write(decided.context(), out);
        if (offer instanceof Offer.Inline inline) {
            FeatureCodec.writeArms(inline.arms(), out);
        } else if (offer instanceof Offer.FromCatalogue catalogue) {
            out.putInt(catalogue.version());
            out.putCount(catalogue.ids().size());
            catalogue.ids().forEach(out::putText);
        }
    }

    /**
     * Reads the body of an event, which must end where the bytes end.
     *
     * @throws JournalFormatException if it is of an unknown type or version, or not well formed; nothing else is thrown, whatever
     *     the bytes are
     */
    static JournalEvent decode(byte type, byte version, long position, ByteBuffer body) throws JournalFormatException {
        byte latest = type == JOINED ? VERSION_WITH_CHANGE : VERSION;
        if (version < VERSION || version > latest) {
            throw new JournalFormatException(
                    position,
                    "an event of type " + type + " has version " + version + ", this program reads "
                            + (latest == VERSION ? "version " + VERSION : "versions " + VERSION + " to " + latest));
        }
        BodyReader in = new BodyReader(body, position);
        int bandit = in.readInt();
        JournalEvent event = switch (type) {
            case CREATED -> new Created(bandit, in.readText(), in.readText());
            case CATALOGUED -> new Catalogued(bandit, in.readInt(), someArms(in));
            case DECIDED -> decodeDecided(bandit, in);
            case REWARDED -> decodeRewarded(bandit, in);
            case JOINED -> decodeJoined(bandit, version, in);
            case EXPIRED -> new Expired(bandit, in.readLong());
            case CHANGED -> new Changed(bandit, in.readText(), in.readText());
            default -> throw in.bad("an event of unknown type " + type);
        };
        if (in.hasMore()) {
            throw in.bad("an event of type " + type + " continues after its end");
        }
        return event;
    }

    private static Rewarded decodeRewarded(int bandit, BodyReader in) throws JournalFormatException {
        long decision = in.readLong();
        double value = in.readDouble();
        return new Rewarded(bandit, decision, in.readText(), value);
    }

    private static Joined decodeJoined(int bandit, byte version, BodyReader in) throws JournalFormatException {
        long decision = in.readLong();
        double value = in.readDouble();
        long change = version == VERSION ? 0 : in.readLong();
        if (version != VERSION && change < 1) {
            throw in.bad("a learnt reward has change " + change + ", which must be positive");
        }
        return new Joined(bandit, decision, value, change);
    }

    private static Decided decodeDecided(int bandit, BodyReader in) throws JournalFormatException {
        long decision = in.readLong();
        long round = in.readLong();
        long learnt = in.readLong();
        int flags = in.readByte();
        if ((flags & ~ALL_FLAGS) != 0) {
            throw in.bad("a decision has unknown flags, " + flags);
        }
        int arm = in.readInt();
        double propensity = in.readDouble();
        String clientId = in.readText();
        double[] x = in.readDoubles();
        double[] setting = in.readDoubles();
        double[] memo = in.readDoubles();
        int[] ranking = new int[in.readCount(Integer.BYTES)];
        for (int i = 0; i < ranking.length; i++) {
            ranking[i] = in.readInt();
        }
        Features context = FeatureCodec.read(in);
        Offer offer = (flags & FROM_CATALOGUE) == 0 ? new Offer.Inline(someArms(in)) : decodeReference(in);
        return new Decided(
                bandit,
                decision,
                round,
                learnt,
                clientId,
                context,
                offer,
                arm,
                ranking,
                x,
                setting,
                memo,
                propensity,
                (flags & TUNED) != 0,
                (flags & BY_CALLER) != 0);
    }

    private static Offer decodeReference(BodyReader in) throws JournalFormatException {
        int version = in.readInt();
        int count = in.readCount(1);
        List<String> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(in.readText());
        }
        return new Offer.FromCatalogue(version, ids);
    }

    private static List<Arm> someArms(BodyReader in) throws JournalFormatException {
        List<Arm> arms = FeatureCodec.readArms(in);
        if (arms.isEmpty()) {
            throw in.bad("there are no arms");
        }
        return arms;
    }
}
