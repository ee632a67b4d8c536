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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many connections to the service on one thread, each with one request under way: as cheap as a load generator can be that shares its
 * cores with the service. It knows just enough of HTTP for a service that answers with a length.
 */
final class LoadLoop implements Closeable {
    private static final int RECEIVED = 1 << 16;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final long LOOK_MILLIS = 100;
    private static final int STATUS_AT = 9; // behind "HTTP/1.1 "

    /** What is sent on a connection, and what becomes of the answers. */
    interface Script {
        /** Returns the next request in full, to be sent from its position on; null if the connection has nothing more to do. */
        @Nullable
        ByteBuffer next();

        /** Takes the answer; the buffer's position and limit are those of the body. */
        void answered(int status, ByteBuffer body, long nanos) throws IOException;
    }

    private static final class Connection {
        final SocketChannel channel;
        final Script script;
        final ByteBuffer in = ByteBuffer.allocate(RECEIVED);
        ByteBuffer out = ByteBuffer.allocate(0);
        long sent;

        Connection(SocketChannel channel, Script script) {
            this.channel = channel;
            this.script = script;
        }
    }

    private final Selector selector = Selector.open();
    private final List<Connection> connections = new ArrayList<>();
    private int busy;

    /** Connects once for each script. */
    LoadLoop(URI address, List<? extends Script> scripts) throws IOException {
        for (Script script : scripts) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(address.getHost(), address.getPort()));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            Connection connection = new Connection(channel, script);
            channel.register(selector, SelectionKey.OP_READ, connection);
            connections.add(connection);
        }
    }

    /** Runs the scripts until none has anything more to send. */
    void run() throws IOException {
        for (Connection connection : connections) {
            busy++;
            send(connection);
        }
        while (busy > 0) {
            selector.select(LOOK_MILLIS);
            for (SelectionKey key : selector.selectedKeys()) {
                Connection connection = (Connection) key.attachment();
                if (key.isWritable()) {
                    write(connection);
                }
                if (key.isReadable()) {
                    read(connection);
                }
            }
            selector.selectedKeys().clear();
        }
    }

    private void send(Connection connection) throws IOException {
        ByteBuffer request = connection.script.next();
        if (request == null) {
            busy--;
            return;
        }
        connection.out = request;
        connection.sent = System.nanoTime();
        write(connection);
    }

    private void write(Connection connection) throws IOException {
        connection.channel.write(connection.out);
        int interest = SelectionKey.OP_READ | (connection.out.hasRemaining() ? SelectionKey.OP_WRITE : 0);
        SelectionKey key = connection.channel.keyFor(selector);
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    private void read(Connection connection) throws IOException {
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
        long nanos = System.nanoTime() - connection.sent;
        int status = 100 * digit(in, STATUS_AT) + 10 * digit(in, STATUS_AT + 1) + digit(in, STATUS_AT + 2);
        connection.script.answered(status, in.duplicate().limit(body + length).position(body), nanos);
        in.clear(); // one request at a time: nothing follows an answer
        send(connection);
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
