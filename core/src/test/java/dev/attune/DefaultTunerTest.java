package dev.attune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attune.Catalog.PolicyEntry;
import dev.attune.api.ExplorationPath;
import dev.attune.api.Horizon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultTunerTest {
    @ParameterizedTest
    @CsvSource({"LinUCB, VOI", "LinTS-disjoint, VOI", "UCB-GLM, VOI", "GLOC, ED2RB", "V-IDS, Fixed", "Random, Fixed"})
    void aDefinitionWithoutATunerHasTheDefaultOfItsPolicy(String policy, String tuner) {
        assertThat(BanditDefinition.builder().policy(policy).build().tuner()).isEqualTo(tuner);
    }

    @Test
    void theFrontDoorAndTheCatalogueAgree() {
        assertThat(Attune.gloc(3).build().stateName()).isEqualTo(byName("GLOC").stateName());
        assertThat(Attune.linTs(3).build().stateName())
                .isEqualTo(byName("LinTS").stateName());
    }

    private static SelfTuningBandit byName(String policy) {
        PolicyEntry entry = Catalog.policy(policy);
        ExplorationPath made = (ExplorationPath) entry.factory().apply(3);
        return Catalog.defaultTuner(made).tuning().tune(made, Horizon.unknown(), Options.DEFAULT);
    }
}
