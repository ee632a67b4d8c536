package dev.attune.bench.service;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Requests as bytes, made beforehand where they can be. */
final class Requests {
    private final URI address;
    private final Load load;

    Requests(URI address, Load load) {
        this.address = address;
        this.load = load;
    }

    /** Creates a bandit. */
    ByteBuffer create(String bandit, String window) {
        return post(
                "/v1/bandits",
                "{\"name\":\"" + bandit + "\"," + load.definition() + "\"window\":\"" + window + "\",\"seed\":1}");
    }

    /** Asks a bandit for a decision. */
    ByteBuffer decide(String bandit, String body) {
        return post("/v1/bandits/" + bandit + "/decisions", body);
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
