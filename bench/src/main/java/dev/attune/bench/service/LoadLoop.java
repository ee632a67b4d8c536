package dev.attune.bench.service;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Many connections to the service on one thread, each with one open request: as cheap as a load generator can be that shares its
 * cores with the service. A request that is due takes a free connection or waits for one. It knows just enough of HTTP for a service that
 * answers with a length.
 */
final class LoadLoop implements Closeable {
    private static final int RECEIVED = 1 << 16;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final long LOOK_MILLIS = 100;
    private static final long NAP_NANOS = 100_000; // a selector waits for whole milliseconds, too long for arrivals
    private static final int STATUS_AT = 9; // behind "HTTP/1.1 "

    /**
     * A request.
     *
     * @param bytes all of it
     * @param due when it should be sent, by {@link System#nanoTime}; its time counts from here, also if it is sent later
     * @param decision the id of the decision that it rewards; null for other requests
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Request(ByteBuffer bytes, long due, byte @Nullable [] decision) {}

    /** What is sent, and what becomes of the answers. */
    interface Script {
        /** Returns the next request that is due by now, and removes it; null if there is none. */
        @Nullable
        Request next(long now);

        /** Returns when the next request is due, at the earliest, if it does not follow from an answer; a time that has passed to ask at once. */
        long nextDue(long now);

        /** Returns whether there is nothing more to send, if no answer leads to more. */
        boolean isOver();

        /** Takes the answer; the buffer's position and limit are those of the body. */
        void answered(Request request, int status, ByteBuffer body, long nanos) throws IOException;
    }

    /** Sends each of some requests once. */
    record Once(Iterator<ByteBuffer> requests) implements Script {
        @Override
        public @Nullable Request next(long now) {
            return requests.hasNext() ? new Request(requests.next(), now, null) : null;
        }

        @Override
        public long nextDue(long now) {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isOver() {
            return !requests.hasNext();
        }

        @Override
        public void answered(Request request, int status, ByteBuffer body, long nanos) throws IOException {
            if (status / 100 != 2) {
                throw new IOException("the service answered " + status + ": " + StandardCharsets.UTF_8.decode(body));
            }
        }
    }

    private static final class Connection {
        final SocketChannel channel;
        final ByteBuffer in = ByteBuffer.allocate(RECEIVED);

        @Nullable
        Request request;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private final ArrayDeque<Connection> free = new ArrayDeque<>();

    /** Opens this many connections. */
    LoadLoop(URI address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(address.getHost(), address.getPort()));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            Connection connection = new Connection(channel);
            channel.register(selector, SelectionKey.OP_READ, connection);
            connections.add(connection);
        }
        free.addAll(connections);
    }

    /** Runs a script to its end. */
    void run(Script script) throws IOException {
        while (true) {
            long now = System.nanoTime();
            while (!free.isEmpty()) {
                Request request = script.next(now);
                if (request == null) {
                    break;
                }
                send(free.pop(), request);
            }
            if (free.size() == connections.size() && script.isOver()) {
                return;
            }
            await(script);
            for (SelectionKey key : selector.selectedKeys()) {
                Connection connection = (Connection) key.attachment();
                if (key.isWritable()) {
                    write(connection);
                }
                if (key.isReadable()) {
                    read(connection, script);
                }
            }
            selector.selectedKeys().clear();
        }
    }

    /** Waits for an answer, or for the next request if there is a connection for it. */
    private void await(Script script) throws IOException {
        long now = System.nanoTime();
        long due = free.isEmpty() ? Long.MAX_VALUE : script.nextDue(now);
        if (due == Long.MAX_VALUE) {
            selector.select(LOOK_MILLIS);
        } else if (selector.selectNow() == 0 && due - now > 0) {
            LockSupport.parkNanos(Math.min(NAP_NANOS, due - now));
        }
    }

    private void send(Connection connection, Request request) throws IOException {
        connection.request = request;
        write(connection);
    }

    private void write(Connection connection) throws IOException {
        Request request = connection.request;
        boolean more = false;
        if (request != null) {
            connection.channel.write(request.bytes);
            more = request.bytes.hasRemaining();
        }
        int interest = SelectionKey.OP_READ | (more ? SelectionKey.OP_WRITE : 0);
        SelectionKey key = connection.channel.keyFor(selector);
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    private void read(Connection connection, Script script) throws IOException {
        ByteBuffer in = connection.in;
        if (connection.channel.read(in) < 0) {
            throw new EOFException("the service closed a connection");
        }
        int body = bodyStart(in);
        if (body < 0) {
            return;
        }
        int length = contentLength(in, body);
        if (in.position() - body < length) {
            return;
        }
        Request request = connection.request;
        if (request == null) {
            throw new IOException("the service answered without a request");
        }
        int status = 100 * digit(in, STATUS_AT) + 10 * digit(in, STATUS_AT + 1) + digit(in, STATUS_AT + 2);
        connection.request = null;
        free.push(connection);
        script.answered(
                request, status, in.duplicate().limit(body + length).position(body), System.nanoTime() - request.due);
        in.clear(); // one request at a time: nothing follows an answer
    }

    private static int digit(ByteBuffer in, int at) {
        return in.get(at) - '0';
    }

    private static int bodyStart(ByteBuffer in) {
        for (int i = 3; i < in.position(); i++) {
            if (in.get(i) == '\n' && in.get(i - 1) == '\r' && in.get(i - 2) == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int contentLength(ByteBuffer in, int end) {
        for (int i = 0; i < end - LENGTH.length; i++) {
            int same = 0;
            while (same < LENGTH.length && (in.get(i + same) | 0x20) == (LENGTH[same] | 0x20)) {
                same++;
            }
            if (same == LENGTH.length) {
                int value = 0;
                for (int at = i + same; in.get(at) != '\r'; at++) {
                    if (in.get(at) != ' ') {
                        value = 10 * value + digit(in, at);
                    }
                }
                return value;
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            connection.channel.close();
        }
        selector.close();
    }
}
