package dev.attune.cli;

import dev.attune.lab.report.Sheet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Lays out the help texts of all commands for the width of the terminal. A footer has three kinds of lines:
 *
 * <ul>
 *   <li>{@code "  attune demo    a minute's tour"}: an example and, after two spaces, its explanation. Consecutive
 *       examples share the column of their explanations.
 *   <li>other lines that begin with two spaces: indented text, such as lines of a file.
 *   <li>all others: text.
 * </ul>
 */
final class HelpLayout {
    private static final String INDENT = "  ";
    private static final String CONTINUED = "      ";

    private HelpLayout() {}

    /** Uses this layout for a command and all of its subcommands. */
    static void use(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.descriptionHeading("%n")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading("%nCommands:%n")
                .footerHeading(usage.footer().length == 0 ? "" : "%nExamples:%n");
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, HelpLayout::description);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpLayout::footer);
        command.getSubcommands().values().forEach(HelpLayout::use);
    }

    private static String description(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        return Arrays.stream(usage.description())
                .map(paragraph -> Terminal.block(paragraph, 0, usage.width()))
                .collect(Collectors.joining());
    }

    private static String footer(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        List<String> lines = layOut(Arrays.asList(usage.footer()), usage.width());
        return lines.isEmpty() ? "" : String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    static List<String> layOut(List<String> footer, int width) {
        List<String> lines = new ArrayList<>();
        List<String> examples = new ArrayList<>();
        for (String line : footer) {
            if (isExample(line)) {
                examples.add(line.strip());
                continue;
            }
            lines.addAll(examples(examples, width));
            examples.clear();
            String indent = line.startsWith(INDENT) ? INDENT : "";
            lines.addAll(Sheet.wrapped(line, indent, indent + indent, width));
        }
        lines.addAll(examples(examples, width));
        return lines;
    }

    private static boolean isExample(String line) {
        return line.startsWith(INDENT + "attune ") || line.startsWith(INDENT + "./attune ");
    }

    private static List<String> examples(List<String> examples, int width) {
        List<String[]> parts =
                examples.stream().map(example -> example.split(" {2,}", 2)).toList();
        int longest = parts.stream()
                .filter(part -> part.length == 2)
                .mapToInt(part -> part[0].length())
                .filter(length -> INDENT.length() + length <= width / 2)
                .max()
                .orElse(CONTINUED.length());
        String column = " ".repeat(INDENT.length() + longest + INDENT.length());
        List<String> lines = new ArrayList<>();
        for (String[] part : parts) {
            String command = INDENT + part[0];
            boolean beside = part.length == 2 && command.length() + INDENT.length() <= column.length();
            if (beside) {
                String first = command + column.substring(command.length());
                lines.addAll(Sheet.wrapped(part[1], first, column, width));
                continue;
            }
            lines.addAll(command(part[0], width));
            if (part.length == 2) {
                lines.addAll(Sheet.wrapped(part[1], column, column, width));
            }
        }
        return lines;
    }

    /** Breaks a command as a shell reads it: every line but the last ends with a backslash. */
    private static List<String> command(String command, int width) {
        List<String> lines = new ArrayList<>(Sheet.wrapped(command, INDENT, CONTINUED, width - INDENT.length()));
        for (int i = 0; i < lines.size() - 1; i++) {
            lines.set(i, lines.get(i) + " \\");
        }
        return lines;
    }
}
