package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command line of the documentation is one that the program takes. */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");

  /** Of another module, whose test takes its lines. */
  private static final String BENCH = "bench";

  @Test
  void everyCommandOfTheDocumentationIsTaken() throws IOException {
    Map<String, String> refused = new TreeMap<>();
    int commands = 0;
    for (Path page : DocumentedCommands.pages()) {
      for (String line : DocumentedCommands.blocks(Files.readString(page))) {
        List<String> words = DocumentedCommands.words(line);
        if (words.isEmpty() || words.get(0).equals(BENCH)) {
          continue;
        }
        commands++;
        DocumentedCommands.refusal(words)
            .ifPresent(reason -> refused.put(page.getFileName() + ": " + line, reason));
      }
    }
    assertThat(refused).isEmpty();
    assertThat(commands).isGreaterThan(30);
  }

  @Test
  void everyCommandIsInTheListOfCommands() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/commands.md"));
    for (Map.Entry<String, CommandLine> command :
        Main.commandLine(Map.of()).getSubcommands().entrySet()) {
      assertThat(page)
          .contains(
              "`" + (command.getKey().equals("help") ? "bin/spillway help" : command.getKey()));
    }
  }
}
