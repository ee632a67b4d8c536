package dev.attune.cli;

import dev.attune.server.AttuneServer;
import java.io.PrintWriter;

/** Prints a first request to try. */
final class ServeGreeting {
    private static final String JSON = " -H 'Content-Type: application/json' -d ";

    private ServeGreeting() {}

    static void firstSteps(AttuneServer server, boolean keys, boolean own, PrintWriter out) {
        if (own && server.bandits().list("", 1).isEmpty()) {
            out.println("create a bandit and request its first decision:");
            out.println("  " + curl(server.uri().toString(), keys));
        }
        out.println("API description: " + server.uri() + "/openapi.json");
        out.flush();
    }

    private static String curl(String uri, boolean keys) {
        String key = keys ? " -H \"Authorization: Bearer $ATTUNE_KEY\"" : "";
        return "curl -s " + uri + "/v1/bandits" + key + JSON + "'{\"name\":\"first\"}' --next -s " + uri
                + "/v1/bandits/first/decisions" + key + JSON + "'{\"arms\":[\"a\",\"b\",\"c\"]}'";
    }
}
