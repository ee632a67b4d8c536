package dev.attune.server.security;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Somebody who may use the service.
 *
 * @param name for the audit log
 * @param scopes what for
 * @param bandits names of bandits, or beginnings of names followed by {@code *}; empty for all
 * @param rate requests a second, in the long run; each entry of a batch counts as one
 */
public record ApiKey(String name, Set<Scope> scopes, List<String> bandits, RateLimit rate) {
    /** Copies the collections. */
    public ApiKey {
        scopes = Set.copyOf(scopes);
        bandits = List.copyOf(bandits);
    }

    /** Whoever comes to a service without keys, which listens to its own machine alone. */
    public static ApiKey anybody() {
        return new ApiKey("local", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
    }

    /** Whether it is for any of these. */
    public boolean hasAnyOf(Set<Scope> wanted) {
        return scopes.contains(Scope.ADMIN) || wanted.stream().anyMatch(scopes::contains);
    }

    /** Whether it is good for a bandit. */
    public boolean reaches(String bandit) {
        if (bandits.isEmpty()) {
            return true;
        }
        for (String pattern : bandits) {
            if (pattern.endsWith("*")
                    ? bandit.startsWith(pattern.substring(0, pattern.length() - 1))
                    : bandit.equals(pattern)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is good for some bandits only. */
    public boolean restricted() {
        return !bandits.isEmpty();
    }

    /** A line of a key file, for a key with this hash. */
    String line(String hash) {
        StringBuilder line =
                new StringBuilder(name).append(" sha256:").append(hash).append(" scopes=");
        line.append(String.join(
                ",",
                scopes.stream()
                        .sorted()
                        .map(scope -> scope.name().toLowerCase(Locale.ROOT))
                        .toList()));
        if (!bandits.isEmpty()) {
            line.append(" bandits=").append(String.join(",", bandits));
        }
        if (rate.perSecond() > 0) {
            line.append(" rate=").append(rate.perSecond());
        }
        return line.toString();
    }
}
