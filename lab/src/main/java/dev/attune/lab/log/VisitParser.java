package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Visit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Yahoo's click logs, in which the article was chosen uniformly among those listed. In R6A the features of user and articles are
 * numbers; in R6B the user has tags and articles have only names. The constant feature 1 is left out of both.
 */
final class VisitParser implements LineParser {
    private static final int CONSTANT = 1;

    private final boolean valued;
    private final String articlePrefix;
    private final Visit visit = new Visit();

    /** Creates a parser of R6A, whose features have values, or of R6B. */
    VisitParser(boolean valued) {
        this.valued = valued;
        articlePrefix = valued ? "" : "id-";
    }

    @Override
    public void parse(String line, EventSink sink) throws MalformedLineException {
        if (!visit.read(line)) {
            throw new MalformedLineException("malformed line");
        }
        if (valued ? visit.bareFeatures() : visit.valuedFeatures()) {
            throw new MalformedLineException(
                    valued ? "features without values, as in r6b" : "features with values, as in r6a");
        }
        int chosen = visit.shownPlace();
        if (chosen < 0) {
            sink.lost("event whose shown article is not listed");
            return;
        }
        int articles = visit.articles();
        List<Arm> arms = new ArrayList<>(articles);
        Set<Long> listed = new HashSet<>();
        for (int a = 0; a < articles; a++) {
            if (!listed.add(visit.article(a))) {
                sink.lost("event that lists an article twice");
                return;
            }
            Features features = numbers(
                    "article.",
                    IntStream.range(visit.featuresFrom(a), visit.featuresFrom(a + 1)),
                    visit::articleFeature,
                    visit::articleValue,
                    sink);
            arms.add(new Arm(articlePrefix + visit.article(a), features));
        }
        IntStream places = IntStream.range(0, visit.userFeatures());
        Features user = valued
                ? numbers("user.", places, visit::userFeature, visit::userValue, sink)
                : tags(places.map(visit::userFeature));
        sink.event(new LoggedEvent(
                "", 1000 * visit.time(), user, arms, chosen, 1.0 / articles, visit.clicked() ? 1 : 0, 1));
    }

    private static Features tags(IntStream ids) {
        List<String> tags =
                ids.filter(id -> id != CONSTANT).mapToObj(Integer::toString).toList();
        return tags.isEmpty()
                ? Features.NONE
                : Features.builder().tags("user", tags).build();
    }

    private static Features numbers(
            String prefix, IntStream places, IntUnaryOperator id, IntToDoubleFunction value, EventSink sink) {
        Features.Builder features = Features.builder();
        Set<Integer> seen = new HashSet<>();
        places.forEach(place -> {
            if (!seen.add(id.applyAsInt(place))) {
                sink.warn("feature that is there twice; the first value holds");
            } else if (id.applyAsInt(place) != CONSTANT) {
                features.number(prefix + id.applyAsInt(place), value.applyAsDouble(place));
            }
        });
        return seen.isEmpty() ? Features.NONE : features.build();
    }
}
