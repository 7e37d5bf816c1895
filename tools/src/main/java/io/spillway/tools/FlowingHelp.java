package io.spillway.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Help whose paragraphs are broken where the page ends. The lines of an annotation end where a line
 * of source code does; printed as they are, they would be broken twice. The first sentence is the
 * header, and what a list of commands shows.
 */
final class FlowingHelp extends Help {
  private static final String PARAGRAPH = "Exit code";

  private FlowingHelp(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  /** Lets a command and all below it print their help this way. */
  static void install(CommandLine commandLine) {
    flow(commandLine);
    commandLine.setHelpFactory(FlowingHelp::new);
  }

  private static void flow(CommandLine commandLine) {
    CommandSpec command = commandLine.getCommandSpec();
    List<String> paragraphs = paragraphs(command.usageMessage().description());
    if (!paragraphs.isEmpty() && command.usageMessage().header().length == 0) {
      String[] sentences = paragraphs.remove(0).split("(?<=\\.) ", 2);
      command.usageMessage().header(sentences[0]);
      if (sentences.length > 1) {
        paragraphs.add(0, sentences[1]);
      }
    }
    command.usageMessage().description(paragraphs.toArray(new String[0]));
    commandLine.getSubcommands().values().forEach(FlowingHelp::flow);
  }

  private static List<String> paragraphs(String[] lines) {
    List<String> paragraphs = new ArrayList<>();
    for (String line : lines) {
      if (paragraphs.isEmpty() || line.startsWith(PARAGRAPH)) {
        paragraphs.add(line);
      } else {
        paragraphs.add(paragraphs.remove(paragraphs.size() - 1) + " " + line);
      }
    }
    return paragraphs;
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer usual = super.createDefaultOptionRenderer();
    return (option, labels, colors) -> joined(usual.render(option, labels, colors));
  }

  @Override
  public IParameterRenderer createDefaultParameterRenderer() {
    IParameterRenderer usual = super.createDefaultParameterRenderer();
    return (parameter, labels, colors) -> joined(usual.render(parameter, labels, colors));
  }

  /** One row of a table, its last cell with that of all rows. */
  private static Text[][] joined(Text[][] rows) {
    if (rows.length == 0) {
      return rows;
    }
    Text[] row = rows[0].clone();
    int last = row.length - 1;
    for (Text[] more : Arrays.asList(rows).subList(1, rows.length)) {
      row[last] = row[last].concat(" ").concat(more[last]);
    }
    return new Text[][] {row};
  }
}
