package dev.attune.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attune.journal.Disk;
import dev.attune.server.runtime.DecisionIds.DecisionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionIdsTest {
    @TempDir
    Path folder;

    @Test
    void anIdLeadsBackToItsDecisionAndNoFlippedBitDoes() throws IOException {
        DecisionIds ids = DecisionIds.of(folder.resolve("secret"), true, Disk.REAL);
        DecisionRef decision = new DecisionRef(7, 1L << 40, Long.MAX_VALUE);
        String id = ids.sign(decision);
        assertThat(ids.verify(id)).contains(decision);
        byte[] bytes = Base64.getUrlDecoder().decode(id);
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThat(ids.verify(Base64.getUrlEncoder().withoutPadding().encodeToString(flipped)))
                    .as("bit " + bit)
                    .isEmpty();
        }
        assertThat(ids.verify(id + "A")).isEmpty();
        assertThat(ids.verify(id.substring(1))).isEmpty();
        assertThat(ids.verify("*".repeat(48))).isEmpty();
        assertThat(ids.verify("")).isEmpty();
    }

    @Test
    void anIdOfAnotherServiceIsUnknown() throws IOException {
        DecisionIds one = DecisionIds.of(folder.resolve("one"), true, Disk.REAL);
        DecisionIds other = DecisionIds.of(folder.resolve("other"), true, Disk.REAL);
        DecisionRef decision = new DecisionRef(1, 1, 1);
        assertThat(other.verify(one.sign(decision))).isEmpty();
        assertThat(DecisionIds.of(folder.resolve("one"), true, Disk.REAL).verify(one.sign(decision)))
                .contains(decision);
    }

    @Test
    void theSecretIsForItsOwnerOnlyAndADamagedOneIsRefused() throws IOException {
        Path secret = folder.resolve("secret");
        DecisionIds.of(secret, true, Disk.REAL);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        Files.write(secret, new byte[3]);
        assertThatThrownBy(() -> DecisionIds.of(secret, true, Disk.REAL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 bytes");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(secret);
        }
    }

    @Test
    void theSecretAndItsNameAreDurableBeforeItIsUsed() throws IOException {
        List<String> steps = new ArrayList<>();

        DecisionIds.of(folder.resolve("secret"), true, BreakableDisk.watched(steps::add));

        assertThat(steps)
                .containsExactly("write", "force", "rename to secret", "force the folder " + folder.getFileName());
    }
}
