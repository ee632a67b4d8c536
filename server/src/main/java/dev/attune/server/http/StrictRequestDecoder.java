package dev.attune.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerConfig;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.util.List;

/**
 * Rejects headers that are folded over several lines. Netty joins the lines, as RFC 9112 permits; a proxy may read them as separate headers, so
 * that it and the service would see different requests. Once the lines are joined the fold is no longer visible, so they are checked before.
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
    private static final String NETTY_NAME = "httpDecoder";

    private boolean inHead = true;
    private boolean firstLine = true;

    private StrictRequestDecoder(Http1ServerConfig config) {
        super(config);
    }

    /** Replaces the decoder of a new connection. */
    static void install(HttpConnection connection, HttpServerOptions options) {
        ((HttpServerConnection) connection)
                .channelHandlerContext()
                .pipeline()
                .replace(
                        NETTY_NAME,
                        NETTY_NAME,
                        new StrictRequestDecoder(new HttpServerConfig(options).getHttp1Config()));
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out) throws Exception {
        int start = buffer.readerIndex();
        if (inHead) {
            spoilFolds(buffer, start);
        }
        int before = out.size();
        super.decode(context, buffer, out); // consumes whole lines, and at most one head
        firstLine &= buffer.readerIndex() == start;
        for (Object part : out.subList(before, out.size())) {
            if (part instanceof HttpRequest) {
                inHead = false;
            }
            if (part instanceof LastHttpContent) {
                inHead = true;
                firstLine = true;
            }
        }
    }

    /** Replaces the space at the beginning of a line of the head by a byte that the decoder rejects. */
    private void spoilFolds(ByteBuf buffer, int start) {
        boolean first = firstLine;
        int end = buffer.writerIndex();
        int from = start;
        while (from < end) {
            byte begin = buffer.getByte(from);
            boolean empty = begin == '\n' || (begin == '\r' && from + 1 < end && buffer.getByte(from + 1) == '\n');
            if (empty && !first) {
                return;
            }
            if (!first && (begin == ' ' || begin == '\t')) {
                buffer.setByte(from, 0);
            }
            first &= empty; // empty lines before a request are skipped
            int feed = buffer.indexOf(from, end, (byte) '\n');
            if (feed < 0) {
                return;
            }
            from = feed + 1;
        }
    }
}
