package dev.attune.server.http;

import dev.attune.server.http.Route.Access;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The files of the dashboard, which need no key because they contain no data: the start page, and the files that it or another one of them names.
 * They are read once, so no path of a request reaches a file system.
 */
final class PageRoutes {
    private static final String FOLDER = "/dev/attune/server/dashboard/";
    private static final String START = "index.html";
    private static final String LIBRARY = "echarts.min.js";
    private static final Pattern NAMED = Pattern.compile("(?:href=\"|src=\"|'\\./)([a-z.-]+\\.(?:css|js|svg))[\"']");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private static final int HASH_DIGITS = 16;

    private PageRoutes() {}

    static List<Route> routes() {
        Map<String, byte[]> files = new TreeMap<>();
        collect(START, files);
        String folder = hash(files);
        List<Route> routes = new ArrayList<>();
        files.forEach((file, content) -> {
            if (file.equals(START)) {
                byte[] page = page(new String(content, StandardCharsets.UTF_8), folder);
                routes.add(route("/", file, page, false));
                routes.add(route("/" + file, file, page, false));
            } else {
                routes.add(route("/" + folder + "/" + file, file, content, true));
            }
        });
        return routes;
    }

    private static void collect(String file, Map<String, byte[]> files) {
        byte[] content = bytes(FOLDER + file);
        files.put(file, content);
        if (!file.equals(LIBRARY)) {
            NAMED.matcher(new String(content, StandardCharsets.UTF_8))
                    .results()
                    .map(named -> named.group(1))
                    .filter(named -> !files.containsKey(named))
                    .forEach(named -> collect(named, files));
        }
    }

    /** Returns a name for a folder of files that changes with any of them, so that browsers may keep what they have fetched from it. */
    private static String hash(Map<String, byte[]> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            files.values().forEach(digest::update);
            return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** Returns the start page with the addresses of its files in their folder. Scripts find each other there by relative addresses. */
    private static byte[] page(String html, String folder) {
        return html.replaceAll("(href|src)=\"([a-z.-]+)\"", "$1=\"" + folder + "/$2\"")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Route route(String path, String file, byte[] content, boolean keep) {
        String type = TYPES.get(file.substring(file.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException(file + " is of an unknown type");
        }
        String caching = keep ? "private, max-age=31536000, immutable" : "no-cache";
        Reply plain = Reply.of(type, content).with("Vary", "Accept-Encoding").with("Cache-Control", caching);
        Reply packed = Reply.of(type, gzip(content))
                .with("Vary", "Accept-Encoding")
                .with("Cache-Control", caching)
                .with("Content-Encoding", "gzip");
        return Route.get(path, Access.PUBLIC, call -> CompletableFuture.completedFuture(call.gzip() ? packed : plain));
    }

    private static byte[] gzip(byte[] content) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written but an array
        }
        return packed.toByteArray();
    }

    /** Returns the content of a file on the class path. */
    static byte[] bytes(String file) {
        try (InputStream in = PageRoutes.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is missing");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
