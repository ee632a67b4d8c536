package dev.attune.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** HTTP by hand, for what a client would not do. */
final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    RawHttp(URI server) throws IOException {
        this.socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    RawHttp send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    RawHttp send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Reads until the other side closes. */
    String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads until so many answers have begun. */
    String readAnswers(int count) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        byte[] chunk = new byte[8_192];
        while (bytes.toString(StandardCharsets.UTF_8).split("HTTP/1.1 ", -1).length <= count) {
            int read = in.read(chunk);
            if (read < 0) {
                break;
            }
            bytes.write(chunk, 0, read);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static String request(String method, String path, String host, String headers, String body) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers
                + (body.isEmpty() ? "" : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n")
                + "\r\n" + body;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
