package dev.attune.lab.log;

import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import dev.attune.lab.data.Visit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Yahoo's click logs, in which the article was chosen uniformly among those listed. In R6A the features of user and articles are
 * numbers; in R6B the user has tags and articles have only names. The constant feature 1 is left out of both.
 */
final class VisitParser implements LineParser {
    private static final int CONSTANT = 1;

    private final boolean valued;
    private final String articlePrefix;
    private final Visit visit = new Visit();
    private final Set<Long> listed = new HashSet<>();
    private final Set<Integer> seen = new HashSet<>();
    private Features.Builder features = Features.builder();

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
        listed.clear();
        for (int a = 0; a < articles; a++) {
            if (!listed.add(visit.article(a))) {
                sink.lost("event that lists an article twice");
                return;
            }
            arms.add(new Arm(articlePrefix + visit.article(a), article(a, sink)));
        }
        sink.event(new LoggedEvent(
                "", 1000 * visit.time(), user(sink), arms, chosen, 1.0 / articles, visit.clicked() ? 1 : 0, 1));
    }

    private Features user(EventSink sink) {
        if (!valued) {
            List<String> tags = new ArrayList<>();
            for (int i = 0; i < visit.userFeatures(); i++) {
                if (visit.userFeature(i) != CONSTANT) {
                    tags.add(Integer.toString(visit.userFeature(i)));
                }
            }
            return tags.isEmpty()
                    ? Features.NONE
                    : Features.builder().tags("user", tags).build();
        }
        begin();
        for (int i = 0; i < visit.userFeatures(); i++) {
            add("user.", visit.userFeature(i), visit.userValue(i), sink);
        }
        return features.build();
    }

    private Features article(int a, EventSink sink) {
        int from = visit.featuresFrom(a);
        int to = visit.featuresFrom(a + 1);
        if (from == to) {
            return Features.NONE;
        }
        begin();
        for (int i = from; i < to; i++) {
            add("article.", visit.articleFeature(i), visit.articleValue(i), sink);
        }
        return features.build();
    }

    private void begin() {
        features = Features.builder();
        seen.clear();
    }

    private void add(String prefix, int id, double value, EventSink sink) {
        if (!seen.add(id)) {
            sink.warn("feature that is there twice; the first value holds");
        } else if (id != CONSTANT) {
            features.number(prefix + id, value);
        }
    }
}
