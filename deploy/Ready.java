import java.net.HttpURLConnection;
import java.net.URI;

/** Exits with 0 if the address answers with 200: the health check of an image without a shell. */
public final class Ready {
    private Ready() {}

    public static void main(String[] arguments) throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(arguments[0]).toURL().openConnection();
        connection.setConnectTimeout(2_000);
        connection.setReadTimeout(2_000);
        System.exit(connection.getResponseCode() == 200 ? 0 : 1);
    }
}
