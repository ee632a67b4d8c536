package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DistFilesCommandTest {
    @Test
    void theManPageAndTheCompletionsKnowEveryCommandThatIsNotHidden(@TempDir Path folder) throws IOException {
        CapturedCommandLine attune = new CapturedCommandLine();
        assertThat(attune.run(AttuneCommand.commandLine(80), "dist-files", folder.toString()))
                .as(attune.err())
                .isZero();

        String man = Files.readString(folder.resolve("man/man1/attune.1"));
        String bash = Files.readString(folder.resolve("bash-completion/completions/attune"));
        String zsh = Files.readString(folder.resolve("zsh/site-functions/_attune"));
        for (CommandLine command :
                AttuneCommand.commandLine(80).getSubcommands().values()) {
            String name = command.getCommandName();
            boolean hidden = command.getCommandSpec().usageMessage().hidden();
            assertThat(man.contains(".SH ATTUNE " + name.toUpperCase(java.util.Locale.ROOT) + "\n"))
                    .as(name)
                    .isEqualTo(!hidden);
            if (!hidden) {
                assertThat(bash).contains(name);
            }
        }
        assertThat(man).startsWith(".TH ATTUNE 1 ").doesNotContainPattern("(?m)^\\.(?!TH |SH |nf$|fi$)");
        assertThat(zsh).startsWith("#compdef attune\n").contains(bash);
    }
}
