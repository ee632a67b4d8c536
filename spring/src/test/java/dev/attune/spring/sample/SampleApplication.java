package dev.attune.spring.sample;

import dev.attune.Bandit;
import dev.attune.Decision;
import dev.attune.encode.Features;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A shop that offers a drink to each visitor: what an application with the starter looks like. It has a package of its own, since an application
 * looks for components in its package.
 */
@SpringBootApplication
public class SampleApplication {
    /** The page, and the click on it. */
    @RestController
    static class Drinks {
        private final ObjectProvider<Bandit> bandit;
        private final Map<Long, Decision> open = new ConcurrentHashMap<>();

        Drinks(ObjectProvider<Bandit> bandit) {
            this.bandit = bandit;
        }

        @GetMapping("/drink")
        Map<String, Object> offer(@RequestParam("country") String country) {
            Decision decision = bandit.getObject().decide(Features.of("country", country), "tea", "coffee", "juice");
            open.put(decision.round(), decision);
            return Map.of("visit", decision.round(), "arm", decision.arm());
        }

        @PostMapping("/drink/{visit}/bought")
        void bought(@PathVariable("visit") long visit) {
            Decision decision = open.remove(visit);
            if (decision != null) {
                bandit.getObject().reward(decision, 1);
            }
        }
    }
}
