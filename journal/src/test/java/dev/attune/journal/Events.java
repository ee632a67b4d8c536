package dev.attune.journal;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.journal.JournalEvent.Catalogued;
import dev.attune.journal.JournalEvent.Changed;
import dev.attune.journal.JournalEvent.Created;
import dev.attune.journal.JournalEvent.Expired;
import dev.attune.journal.JournalEvent.Joined;
import dev.attune.journal.JournalEvent.Rewarded;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Made-up events of every kind, the same for the same seed. */
final class Events {
    private static final String LETTERS = "aZ0_- \"\\\n\u00e4\u20ac\u4e2d\ud83d\ude00";

    private final SplittableRandom random;

    Events(long seed) {
        random = new SplittableRandom(seed);
    }

    JournalEvent any() {
        int bandit = 1 + below(1000);
        long decision = random.nextLong() >>> 1;
        return switch (below(7)) {
            case 0 -> new Created(bandit, text(), text());
            case 1 -> new Catalogued(bandit, below(10), arms());
            case 2 -> new Rewarded(bandit, decision, text(), number());
            case 3 -> new Joined(bandit, decision, number(), below(2));
            case 4 -> new Expired(bandit, decision);
            case 5 -> new Changed(bandit, text(), text());
            default -> decided(bandit, decision);
        };
    }

    Decided decided(int bandit, long decision) {
        List<Arm> arms = arms();
        Offer offer = below(3) == 0
                ? new Offer.FromCatalogue(
                        below(100),
                        below(2) == 0 ? List.of() : arms.stream().map(Arm::id).toList())
                : new Offer.Inline(arms);
        return new Decided(
                bandit,
                decision,
                decision,
                below(100),
                below(2) == 0 ? "" : text(),
                features(),
                offer,
                below(arms.size()),
                IntStream.range(0, below(4)).toArray(),
                numbers(),
                numbers(),
                numbers(),
                below(4) == 0 ? Double.NaN : random.nextDouble(),
                below(2) == 0,
                below(2) == 0);
    }

    /** A small event whose content tells its number. */
    static JournalEvent numbered(long number) {
        return new Rewarded(1, number, "reward-" + number, number / 2.0);
    }

    int below(int bound) {
        return (int) (random.nextDouble() * bound);
    }

    private List<Arm> arms() {
        boolean alike = below(2) == 0;
        Features shape = features();
        List<Arm> arms = new ArrayList<>();
        for (int i = 0; i <= below(6); i++) {
            arms.add(new Arm("arm" + i + text(), alike ? shape : features()));
        }
        return arms;
    }

    private Features features() {
        Features.Builder features = Features.builder();
        for (int i = 0; i < below(6); i++) {
            String name = "f" + i + text();
            switch (below(5)) {
                case 0 -> features.number(name, number());
                case 1 -> features.category(name, text());
                case 2 -> features.flag(name, below(2) == 0);
                case 3 -> features.tags(name, List.of(text(), text()));
                default -> features.numbers(name, List.of(number(), -0.0, Double.MIN_VALUE));
            }
        }
        return features.build();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < below(12); i++) {
            text.appendCodePoint(LETTERS.codePointAt(
                    LETTERS.offsetByCodePoints(0, below(LETTERS.codePointCount(0, LETTERS.length())))));
        }
        return text.toString();
    }

    private double[] numbers() {
        return IntStream.range(0, below(9)).mapToDouble(i -> number()).toArray();
    }

    private double number() {
        return random.nextGaussian() * 1000;
    }
}
