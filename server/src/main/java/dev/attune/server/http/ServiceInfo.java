package dev.attune.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attune.server.security.SignedDecisions;
import java.io.IOException;

/**
 * Information on the service as a whole.
 *
 * @param version of the program
 * @param startedAt in milliseconds since 1970
 * @param keysNeeded whether requests need a key
 */
public record ServiceInfo(String version, long startedAt, boolean keysNeeded) {
    /** Returns that of a service that starts now. */
    static ServiceInfo starting(boolean keysNeeded) {
        String version = ServiceInfo.class.getPackage().getImplementationVersion();
        return new ServiceInfo(version == null ? "development" : version, System.currentTimeMillis(), keysNeeded);
    }

    void write(Backend backend, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("version", version);
        out.writeNumberField("startedAt", startedAt);
        out.writeBooleanField("ready", backend.bandits().failure().isEmpty());
        SignedDecisions own = backend.own();
        if (own == null) {
            out.writeStringField("following", backend.stream());
        } else {
            out.writeObjectFieldStart("journal");
            out.writeNumberField("position", own.runtime().position());
            out.writeNumberField("bytes", own.runtime().journalBytes());
            out.writeEndObject();
        }
        out.writeBooleanField("keysNeeded", keysNeeded);
        out.writeNumberField("now", backend.bandits().now());
        out.writeEndObject();
    }
}
