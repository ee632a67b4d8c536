import dev.attune.Attune;
import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Features;

/** A first decision, a reward, and a bandit that is saved and loaded. */
final class Consumer {
    public static void main(String[] args) {
        Bandit bandit = Attune.bandit().build();
        Decision decision = bandit.decide(Features.of("country", "DE", "age", 31), "tea", "coffee", "juice");
        bandit.reward(decision, 1.0);
        Bandit again = Bandit.load(bandit.save());
        System.out.println("consumer ok: " + decision.arm() + ", " + again);
    }
}
