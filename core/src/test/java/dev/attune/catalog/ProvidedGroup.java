package dev.attune.catalog;

import dev.attune.api.ProviderGroup;
import dev.attune.api.TunerProvider;
import java.util.List;

/** Providers that another library registers at once: registered as a service of the tests. */
public final class ProvidedGroup implements ProviderGroup {
    @Override
    public List<TunerProvider> tuners() {
        return List.of(new ProvidedTuner("Provided-first"), new ProvidedTuner("Provided-second"));
    }
}
