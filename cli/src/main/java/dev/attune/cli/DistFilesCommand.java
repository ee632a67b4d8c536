package dev.attune.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code attune dist-files}: writes the man page and the completions of shells; {@code ./attune dist} packs them. */
@Command(
        name = "dist-files",
        hidden = true,
        description = "Writes the man page and the completions for bash and zsh below a folder.")
final class DistFilesCommand extends Subcommand {
    @Parameters(paramLabel = "FOLDER", description = "Where the files go, such as PREFIX/share.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        CommandLine root = spec().root().commandLine();
        String completion = AutoComplete.bash("attune", root);
        write("bash-completion/completions/attune", completion);
        // picocli's script turns on zsh's support for bash completions, which lacks one command of bash, and serves
        // from the second call on.
        write(
                "zsh/site-functions/_attune",
                "#compdef attune\ncompopt() { :; }\n" + completion
                        + "\n_bash_complete -o default -F _complete_attune\n");
        write("man/man1/attune.1", manPage(root));
        return 0;
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Returns one page with all commands, in the macros of man(7). */
    private static String manPage(CommandLine root) throws IOException {
        StringBuilder page = new StringBuilder();
        String version = BuildVersion.number();
        page.append(".TH ATTUNE 1 \"\" \"Attune ")
                .append(version)
                .append("\" \"Attune\"\n.SH NAME\nattune \\- ")
                .append(escaped(
                        String.join(" ", root.getCommandSpec().usageMessage().description())))
                .append("\n");
        command(page, "attune", root);
        return page.toString();
    }

    /** Adds the help of a command and of its commands as they are on a screen of 78 columns. */
    private static void command(StringBuilder page, String name, CommandLine command) {
        if (command.getCommandSpec().usageMessage().hidden()) {
            return;
        }
        page.append(".SH ").append(name.toUpperCase(Locale.ROOT)).append("\n.nf\n");
        command.getUsageMessage(CommandLine.Help.Ansi.OFF)
                .lines()
                .forEach(line -> page.append(escaped(line)).append('\n'));
        page.append(".fi\n");
        for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
            command(page, name + " " + sub.getKey(), sub.getValue());
        }
    }

    /** Returns a line in which troff finds no escapes and no requests. */
    private static String escaped(String line) {
        String text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}
