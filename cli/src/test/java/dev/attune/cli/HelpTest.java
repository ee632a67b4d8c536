package dev.attune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Help and lists fit the terminal and are complete. */
class HelpTest {
    private final CapturedCommandLine attune = new CapturedCommandLine();

    /** Every command, as the words after {@code attune}, with each of three widths. */
    static Stream<Object[]> commandsAndWidths() {
        List<String> commands = new ArrayList<>();
        collect("", AttuneCommand.commandLine(80), commands);
        return commands.stream().flatMap(command -> Stream.of(60, 80, 200).map(width -> new Object[] {command, width}));
    }

    private static void collect(String prefix, CommandLine command, List<String> into) {
        into.add(prefix.strip());
        command.getSubcommands().forEach((name, sub) -> collect(prefix + " " + name, sub, into));
    }

    @ParameterizedTest
    @MethodSource("commandsAndWidths")
    void helpFitsTheTerminalAndIsComplete(String command, int width) {
        assertThat(attune.run(AttuneCommand.commandLine(width), words("help " + command)))
                .as(attune.err())
                .isZero();

        String help = attune.out();
        assertThat(help.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(help).contains("attune " + command).doesNotContain("%n", "%%", "${");
        CommandLine found = AttuneCommand.commandLine(width);
        for (String name : words(command)) {
            found = found.getSubcommands().get(name);
        }
        String joined = joined(help);
        for (String text : found.getCommandSpec().usageMessage().description()) {
            assertThat(joined).contains(joined(text));
        }
        for (String text : found.getCommandSpec().usageMessage().footer()) {
            assertThat(joined).contains(joined(text));
        }
        found.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> assertThat(help).contains(option.longestName()));
    }

    @ParameterizedTest
    @MethodSource("commandsAndWidths")
    void theOptionAndTheCommandPrintTheSameHelp(String command, int width) {
        attune.run(AttuneCommand.commandLine(width), words("help " + command));
        String byCommand = attune.out();

        assertThat(attune.run(AttuneCommand.commandLine(width), words(command + " --help")))
                .isZero();
        assertThat(attune.out()).isEqualTo(byCommand);
    }

    @Test
    void helpOfAnUnknownCommandSuggestsTheNearest() {
        assertThat(attune.run(AttuneCommand.commandLine(80), "help", "evalute")).isEqualTo(2);
        assertThat(attune.err()).contains("unknown command 'evalute'. Did you mean 'evaluate'?");
    }

    @Test
    void helpOfAnUnknownSubcommandSuggestsTheNearest() {
        assertThat(attune.run(AttuneCommand.commandLine(80), "help", "journal", "verfy"))
                .isEqualTo(2);
        assertThat(attune.err())
                .contains("unknown command 'verfy'. Did you mean 'verify'? Try 'attune journal --help'.");
    }

    @Test
    void aCommandOfTheLauncherNamesTheLauncher() {
        assertThat(attune.run(AttuneCommand.commandLine(80), "test")).isEqualTo(2);
        assertThat(attune.err()).contains("'test' needs a source checkout: run './attune test' in its root folder");
    }

    @ParameterizedTest
    @CsvSource({"list,60", "list,80", "list,200", "data,60", "data,80", "reproduce,60", "reproduce,80"})
    void listsWrapAtTheWidthOfTheTerminal(String command, int width) {
        assertThat(attune.run(AttuneCommand.commandLine(width), command))
                .as(attune.err())
                .isZero();

        assertThat(attune.out().lines()).allSatisfy(line -> {
            boolean oneWord = !line.strip().contains(" "); // such as an address, which is never broken
            assertThat(oneWord || line.length() <= width).as(line).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource({"120,120", "' 72 ',72", "10,55", "99999,500", "0,80", "wide,80", "'',80"})
    void theWidthIsThatOfColumnsWithinBounds(String columns, int width) {
        assertThat(Terminal.width(columns)).isEqualTo(width);
    }

    @Test
    void withoutColumnsTheWidthIsEighty() {
        assertThat(Terminal.width(null)).isEqualTo(80);
    }

    @Test
    void aLongExampleIsBrokenAsAShellReadsIt() {
        List<String> lines =
                HelpLayout.layOut(List.of("  attune run one two three four five six seven eight nine"), 30);

        assertThat(lines)
                .containsExactly("  attune run one two three \\", "      four five six seven \\", "      eight nine");
    }

    private static String[] words(String command) {
        return Arrays.stream(command.split(" ")).filter(word -> !word.isEmpty()).toArray(String[]::new);
    }

    /** Returns a text without line breaks, continuation marks and repeated spaces. */
    private static String joined(String text) {
        return text.replaceAll(" ?\\\\\\R", " ").replaceAll("\\s+", " ").strip();
    }
}
