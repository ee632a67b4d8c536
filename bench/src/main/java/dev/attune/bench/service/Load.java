package dev.attune.bench.service;

import dev.attune.bench.sparse.SparseWorld;
import dev.attune.encode.FeatureValue;
import dev.attune.lab.env.WordWorld;
import dev.attune.math.RoundRandom;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The kind of the requests for decisions. */
public enum Load {
    /** 20 arms with 20 numbers each; LinUCB on vectors of these 20 numbers. */
    NUMBERS(256) {
        @Override
        String definition() {
            return ON_NUMBERS;
        }

        @Override
        List<String> bodies(int count) {
            return IntStream.range(0, count)
                    .mapToObj(seed -> "{" + arms(seed) + "}")
                    .toList();
        }
    },

    /** A context of two features, and the arms and the policy of {@link #NUMBERS}, with the arms in the catalogue of the bandit. */
    CATALOGUE(256) {
        @Override
        String definition() {
            return ON_NUMBERS + arms(0) + ",";
        }

        @Override
        List<String> bodies(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> "{\"context\":{\"hour\":" + i % 24 + ",\"country\":\"c" + i % 7 + "\"}}")
                    .toList();
        }
    },

    /** A context of up to 32 of 10,000 words with their counts, and the ids of 10 arms; the default policy. */
    WORDS(4_096) {
        @Override
        String definition() {
            return "";
        }

        @Override
        List<String> bodies(int count) {
            return SparseWorld.named("F10000").visits(1, count).stream()
                    .map(Load::words)
                    .toList();
        }
    };

    private static final int SIZE = 20; // arms, and numbers of each arm

    private static final String ON_NUMBERS = "\"policy\":\"LinUCB\",\"encoder\":{\"dimension\":" + SIZE
            + ",\"bias\":false,\"armIdentity\":\"never\",\"contextAlone\":false,\"interactions\":[]},";

    private final int different;

    Load(int different) {
        this.different = different;
    }

    /** Returns how many different requests are sent in turn. */
    int different() {
        return different;
    }

    /** Returns the fields of a definition that concern policy and features, each followed by a comma. */
    abstract String definition();

    /** Returns different bodies of requests for a decision. */
    abstract List<String> bodies(int count);

    private static String arms(int seed) {
        RoundRandom random = new RoundRandom(1, seed);
        StringBuilder body = new StringBuilder("\"arms\":[");
        for (int arm = 0; arm < SIZE; arm++) {
            body.append(arm == 0 ? "" : ",")
                    .append("{\"id\":\"arm-")
                    .append(arm)
                    .append("\",\"features\":{\"x\":[");
            for (int i = 0; i < SIZE; i++) {
                body.append(i == 0 ? "" : ",").append(String.format(Locale.ROOT, "%.4f", random.nextGaussian()));
            }
            body.append("]}}");
        }
        return body.append("]").toString();
    }

    private static String words(WordWorld.Visit visit) {
        String context = visit.context().values().entrySet().stream()
                .map(word -> "\"" + word.getKey() + "\":" + count(word.getValue()))
                .collect(Collectors.joining(","));
        return "{\"context\":{" + context + "},\"arms\":[\"" + String.join("\",\"", visit.arms()) + "\"]}";
    }

    private static int count(FeatureValue value) {
        return (int) ((FeatureValue.Numeric) value).value();
    }
}
