import dev.attune.kafka.FollowedModel;
import dev.attune.kafka.KafkaConnection;
import dev.attune.kafka.wire.Topics;
import java.util.Map;

/** Follows a model of a stream whose brokers are not there, and stops. */
final class Consumer {
    public static void main(String[] args) throws Exception {
        KafkaConnection kafka = new KafkaConnection("127.0.0.1:9", Topics.of("attune-"), "", Map.of());
        try (FollowedModel movies = FollowedModel.follow(kafka, "movies")) {
            System.out.println("consumer ok: version " + movies.version() + ", model " + movies.read());
        }
    }
}
