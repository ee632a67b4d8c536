import dev.attune.client.ArmRequest;
import dev.attune.client.AttuneClient;
import dev.attune.client.AttuneException;
import dev.attune.client.DecisionAnswer;
import dev.attune.encode.Arm;
import dev.attune.encode.Features;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A decision and a reward by the service at the address of the argument; without an argument, that none is there is an error. */
final class Consumer {
    public static void main(String[] args) {
        URI address = URI.create(args.length > 0 ? args[0] : "http://127.0.0.1:9");
        AttuneClient attune = AttuneClient.builder(address).retryFor(Duration.ofMillis(1)).build();
        List<Arm> arms = List.of(new Arm("tea", Features.NONE), new Arm("coffee", Features.NONE));
        try {
            attune.create("drinks");
            DecisionAnswer decision = attune.decide("drinks", ArmRequest.among(arms));
            attune.reward(decision.id(), 1.0);
            System.out.println("consumer ok: " + decision.arm());
        } catch (AttuneException e) {
            if (args.length > 0) {
                throw e;
            }
            System.out.println("consumer ok: " + e.getMessage());
        }
    }
}
