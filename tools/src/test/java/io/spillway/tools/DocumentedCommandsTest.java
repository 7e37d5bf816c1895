package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Every command line of the documentation is one that the program takes. */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /** Of another module, and not on the class path here. */
  private static final String BENCH = "bench";

  @Test
  void everyCommandOfTheDocumentationIsTaken() throws IOException {
    Map<String, String> refused = new TreeMap<>();
    int commands = 0;
    for (Path page : pages()) {
      for (String line : blocks(Files.readString(page))) {
        List<String> words = words(line);
        if (words.isEmpty() || words.get(0).equals(BENCH)) {
          continue;
        }
        commands++;
        try {
          var unused = Main.commandLine(Map.of()).parseArgs(words.toArray(new String[0]));
        } catch (ParameterException e) {
          refused.put(page.getFileName() + ": " + line, e.getMessage());
        }
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

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(ROOT.resolve("README.md"));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /** Lines of code blocks that call the program, continued ones joined. */
  static List<String> blocks(String page) {
    List<String> lines = new ArrayList<>();
    Matcher block = Pattern.compile("(?ms)^```[a-z]*$(.*?)^```$").matcher(page);
    while (block.find()) {
      for (String line : block.group(1).replace("\\\n", " ").split("\n")) {
        int at = line.indexOf("bin/spillway ");
        if (at >= 0) {
          lines.add(line.substring(at + "bin/spillway ".length()));
        }
      }
    }
    return lines;
  }

  /** Without comments, what may be left out is there, and of alternatives the first one is. */
  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word =
        WORD.matcher(line.replaceAll(" +#.*| *[|>] .*| &$", "").replaceAll("[\\[\\]]", ""));
    while (word.find()) {
      String text =
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3);
      if (!text.equals("...")) {
        words.add(word.group(3) != null && text.contains("|") ? text.split("\\\\?\\|")[0] : text);
      }
    }
    return words;
  }
}
