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
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
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
