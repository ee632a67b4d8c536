package dev.attune.server.http;

import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** The certificate of the service and its key, in files that may be replaced while it runs. Not thread-safe. */
final class Certificate {
    private final HttpOptions.Tls files;
    private List<FileTime> seen;
    private volatile long expiry; // in milliseconds since 1970

    /**
     * Reads the files.
     *
     * @throws IOException if they cannot be read, or there is no certificate
     */
    Certificate(HttpOptions.Tls files) throws IOException {
        this.files = files;
        this.seen = times();
        this.expiry = readExpiry();
    }

    private List<FileTime> times() throws IOException {
        for (Path file : List.of(files.certificate(), files.privateKey())) {
            if (!Files.isReadable(file)) {
                throw new IOException("the file " + file + " for TLS cannot be read");
            }
        }
        return List.of(Files.getLastModifiedTime(files.certificate()), Files.getLastModifiedTime(files.privateKey()));
    }

    private long readExpiry() throws IOException {
        try (InputStream in = Files.newInputStream(files.certificate())) {
            X509Certificate first =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return first.getNotAfter().toInstant().toEpochMilli();
        } catch (CertificateException e) {
            throw new IOException("the file " + files.certificate() + " has no certificate: " + e.getMessage(), e);
        }
    }

    /**
     * Returns whether a file has changed since it was last read. A change is reported once, also if it cannot be used.
     *
     * @throws IOException if the new files cannot be read
     */
    boolean hasChanged() throws IOException {
        List<FileTime> now = times();
        if (now.equals(seen)) {
            return false;
        }
        seen = now;
        expiry = readExpiry();
        return true;
    }

    /** Returns the seconds until it expires; negative afterwards. */
    double secondsLeft() {
        return (expiry - System.currentTimeMillis()) / 1e3;
    }

    /** Returns the files for Vert.x. */
    PemKeyCertOptions files() {
        return new PemKeyCertOptions()
                .setCertPath(files.certificate().toAbsolutePath().toString())
                .setKeyPath(files.privateKey().toAbsolutePath().toString());
    }
}
