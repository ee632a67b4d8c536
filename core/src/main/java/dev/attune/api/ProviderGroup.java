package dev.attune.api;

import java.util.List;

/**
 * Several policies and tuners that one library registers at once. An extension point: an implementation with a public constructor without
 * arguments is registered in {@code META-INF/services/dev.attune.api.ProviderGroup}.
 */
public interface ProviderGroup {
    /** Returns the policies, in the order in which they are shown. */
    default List<PolicyProvider> policies() {
        return List.of();
    }

    /** Returns the tuners, in the order in which they are shown. */
    default List<TunerProvider> tuners() {
        return List.of();
    }
}
