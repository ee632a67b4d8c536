package dev.attune.server.security;

import java.util.List;
import java.util.Set;

/**
 * A key with its permissions.
 *
 * @param name for the audit log
 * @param scopes its permissions
 * @param bandits names of bandits, or beginnings of names followed by {@code *}; empty for all
 * @param rate limit of requests a second; each entry of a batch counts as one
 */
public record ApiKey(String name, Set<Scope> scopes, List<String> bandits, RateLimit rate) {
    /** Copies the collections. */
    public ApiKey {
        scopes = Set.copyOf(scopes);
        bandits = List.copyOf(bandits);
    }

    /** Returns the key of every request to a service without keys, which serves its own machine alone. */
    public static ApiKey local() {
        return new ApiKey("local", Set.of(Scope.ADMIN), List.of(), RateLimit.none());
    }

    /** Returns whether it has a scope. Administrators have all. */
    public boolean has(Scope wanted) {
        return scopes.contains(Scope.ADMIN) || scopes.contains(wanted);
    }

    /** Returns whether it is valid for a bandit. */
    public boolean reaches(String bandit) {
        return bandits.isEmpty()
                || bandits.stream()
                        .anyMatch(pattern -> pattern.endsWith("*")
                                ? bandit.startsWith(pattern.substring(0, pattern.length() - 1))
                                : bandit.equals(pattern));
    }

    /** Returns whether it is valid for some bandits only. */
    public boolean restricted() {
        return !bandits.isEmpty();
    }

    /** Returns the line of a key file for a key with this hash. */
    String line(String hash) {
        StringBuilder line =
                new StringBuilder(name).append(" sha256:").append(hash).append(" scopes=");
        line.append(String.join(",", scopes.stream().sorted().map(Scope::text).toList()));
        if (!bandits.isEmpty()) {
            line.append(" bandits=").append(String.join(",", bandits));
        }
        if (rate.perSecond() > 0) {
            line.append(" rate=").append(rate.perSecond());
        }
        return line.toString();
    }
}
