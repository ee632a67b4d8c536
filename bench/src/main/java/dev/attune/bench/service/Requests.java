package dev.attune.bench.service;

import dev.attune.math.RoundRandom;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Requests as bytes, made beforehand where they can be. */
final class Requests {
    static final int SIZE = 20; // arms, and numbers of each arm
    private static final String ENCODER =
            "{\"dimension\":20,\"bias\":false,\"armIdentity\":\"never\",\"contextAlone\":false,\"interactions\":[]}";

    private final URI address;

    Requests(URI address) {
        this.address = address;
    }

    /** Creates a bandit with vectors of 20 numbers. */
    ByteBuffer create(String bandit, String window) {
        return post(
                "/v1/bandits",
                "{\"name\":\"" + bandit + "\",\"encoder\":" + ENCODER + ",\"window\":\"" + window + "\",\"seed\":1}");
    }

    /** Asks for one of 20 arms with 20 numbers each. */
    ByteBuffer decide(String bandit, long seed) {
        RoundRandom random = new RoundRandom(1, seed);
        StringBuilder body = new StringBuilder("{\"arms\":[");
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
        return post("/v1/bandits/" + bandit + "/decisions", body.append("]}").toString());
    }

    /** Rewards a decision. */
    ByteBuffer reward(String decision, double value) {
        return post("/v1/decisions/" + decision + "/reward", "{\"value\":" + value + "}");
    }

    private ByteBuffer post(String path, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + address.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + content.length + "\r\n\r\n";
        byte[] headed = head.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(headed.length + content.length)
                .put(headed)
                .put(content)
                .flip();
    }
}
