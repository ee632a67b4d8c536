package dev.attune.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.server.AttuneServer;
import dev.attune.server.ServerListener;
import dev.attune.server.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class TlsTest {
    private static final char[] PASSWORD = "only-for-this-test".toCharArray();

    @TempDir
    Path folder;

    private Path certificate;
    private Path privateKey;
    private SSLContext trusting;

    /** A certificate for localhost, made by the JDK's keytool and put into PEM files. */
    @BeforeEach
    void makeCertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        Files.deleteIfExists(store);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        Certificate made = keys.getCertificate("test");
        certificate = pem("cert.pem", "CERTIFICATE", made.getEncoded());
        privateKey = pem("key.pem", "PRIVATE KEY", keys.getKey("test", PASSWORD).getEncoded());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", made);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        trusting = SSLContext.getInstance("TLS");
        trusting.init(null, trust.getTrustManagers(), null);
    }

    private Path pem(String name, String what, byte[] content) throws IOException {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                + "-----\n";
        return Files.writeString(folder.resolve(name), text);
    }

    private ServerOptions options() {
        ServerOptions plain = ServerOptions.of(folder.resolve("data"), 0).withWarmup(false);
        return plain.withHttp(plain.http().withTls(certificate, privateKey));
    }

    @Test
    void requestsTravelEncryptedAndOldProtocolsAreRefused() throws Exception {
        try (AttuneServer server = AttuneServer.start(options(), ServerListener.NONE)) {
            server.awaitReady();
            assertThat(server.uri().getScheme()).isEqualTo("https");
            HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(server.uri().resolve("/readyz")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
            assertThat(handshake(server, "TLSv1.2")).isEqualTo("TLSv1.2");
            assertThatThrownBy(() -> handshake(server, "TLSv1.1")).isInstanceOf(SSLHandshakeException.class);
        }
    }

    private String handshake(AttuneServer server, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    /** Returns the certificate that a new connection gets. */
    private static Certificate shown(AttuneServer server) throws Exception {
        SSLContext any = SSLContext.getInstance("TLS");
        any.init(null, new TrustManager[] {new Anyone()}, null);
        try (SSLSocket socket = (SSLSocket) any.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    @SuppressWarnings("CustomX509TrustManager") // the test looks at the certificate itself
    private static final class Anyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void anotherCertificateIsUsedWithoutARestartAndAnInvalidOneIsNot() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        ServerListener listener = new ServerListener() {
            @Override
            public void info(String message) {
                log.add(message);
            }

            @Override
            public void warning(String message) {
                log.add(message);
            }
        };
        try (AttuneServer server = AttuneServer.start(options(), listener)) {
            server.awaitReady();
            Certificate before = shown(server);
            makeCertificate(); // the same files, with another certificate and key
            touch(certificate, 10);
            touch(privateKey, 10);
            await(() -> !shown(server).equals(before));
            await(() -> log.contains("the certificate was replaced"));
            Certificate after = shown(server);
            HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
            String metrics = client.send(
                            HttpRequest.newBuilder(server.uri().resolve("/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(metrics).containsPattern("attune_certificate_expiry_seconds [1-9]");

            Files.writeString(certificate, "rubbish");
            touch(certificate, 20);
            await(() -> log.stream().anyMatch(line -> line.contains("the previous one stays in use")));
            assertThat(shown(server)).isEqualTo(after);
        }
    }

    private static void touch(Path file, int seconds) throws IOException {
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.now().plusSeconds(seconds))); // file systems may count in seconds
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; i < 600 && !condition.call(); i++) {
            Thread.sleep(50);
        }
        assertThat(condition.call()).isTrue();
    }

    @Test
    void filesThatAreNotThereOrNoCertificateAreToldInALine() throws IOException {
        Path rubbish = Files.writeString(folder.resolve("rubbish.pem"), "rubbish");
        certificate = folder.resolve("missing.pem");
        assertThatThrownBy(() -> AttuneServer.start(options(), ServerListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing.pem");
        certificate = rubbish;
        assertThatThrownBy(() -> AttuneServer.start(options(), ServerListener.NONE))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> options().http().withTls(privateKey, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("both");
    }
}
