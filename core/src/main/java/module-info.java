/**
 * Contextual bandits that tune themselves. Exported are the front door, the vocabulary with the extension points, the catalogue, the encoding of
 * named features, and the format of saved state; the packages that are exported to Attune's own modules are internal.
 */
@SuppressWarnings("module") // the modules that internal packages are exported to are built later
module dev.attune.core {
    exports dev.attune;
    exports dev.attune.api;
    exports dev.attune.catalog;
    exports dev.attune.encode;
    exports dev.attune.state;
    exports dev.attune.engine to
            dev.attune.live,
            dev.attune.lab,
            dev.attune.flink,
            dev.attune.server,
            dev.attune.cli,
            dev.attune.bench,
            dev.attune.testkit;
    exports dev.attune.math to
            dev.attune.live,
            dev.attune.lab,
            dev.attune.flink,
            dev.attune.server,
            dev.attune.cli,
            dev.attune.bench,
            dev.attune.testkit;
    exports dev.attune.model to
            dev.attune.live,
            dev.attune.lab,
            dev.attune.bench,
            dev.attune.testkit;
    exports dev.attune.policy to
            dev.attune.live,
            dev.attune.lab,
            dev.attune.bench,
            dev.attune.testkit;
    exports dev.attune.tuner to
            dev.attune.live,
            dev.attune.lab,
            dev.attune.bench,
            dev.attune.testkit;

    uses dev.attune.api.PolicyProvider;
    uses dev.attune.api.TunerProvider;
    uses dev.attune.api.ProviderGroup;
}
