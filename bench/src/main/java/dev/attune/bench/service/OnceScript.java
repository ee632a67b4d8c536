package dev.attune.bench.service;

import dev.attune.bench.service.LoadLoop.Script;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** One connection that takes its requests from a list which it may share with others. */
final class OnceScript implements Script {
    private final Iterator<ByteBuffer> requests;

    OnceScript(Iterator<ByteBuffer> requests) {
        this.requests = requests;
    }

    @Override
    public @Nullable ByteBuffer next() {
        return requests.hasNext() ? requests.next() : null;
    }

    @Override
    public void answered(int status, ByteBuffer body, long nanos) throws IOException {
        if (status / 100 != 2) {
            throw new IOException("the service answered " + status + ": " + StandardCharsets.UTF_8.decode(body));
        }
    }
}
