package dev.attune.cli;

import dev.attune.server.AttuneServer;
import java.io.PrintWriter;

/** What to try first: one line to copy. */
final class ServeGreeting {
    private static final String JSON = " -H 'Content-Type: application/json' -d ";

    private ServeGreeting() {}

    static void firstSteps(AttuneServer server, boolean keys, boolean own, PrintWriter out) {
        if (own && server.bandits().list("", 1).isEmpty()) {
            out.println("make a bandit and get its first decision:");
            out.println("  " + curl(server.uri().toString(), keys));
        }
        out.println("all there is: " + server.uri() + "/openapi.json");
        out.flush();
    }

    private static String curl(String uri, boolean keys) {
        String key = keys ? " -H \"Authorization: Bearer $ATTUNE_KEY\"" : "";
        return "curl -s " + uri + "/v1/bandits" + key + JSON + "'{\"name\":\"first\"}' --next -s " + uri
                + "/v1/bandits/first/decisions" + key + JSON + "'{\"arms\":[\"a\",\"b\",\"c\"]}'";
    }
}
