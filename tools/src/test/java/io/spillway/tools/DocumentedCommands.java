package io.spillway.tools;

import io.spillway.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;

/** The command lines that the documentation has. */
public final class DocumentedCommands {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  private DocumentedCommands() {}

  /**
   * Those of one page of the documentation, in its order.
   *
   * @param page below {@code docs}
   */
  public static List<String> of(String page) throws IOException {
    return blocks(Files.readString(Repository.root().resolve("docs").resolve(page)));
  }

  /** README.md and those of the documentation. */
  public static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(Repository.root().resolve("README.md"));
    try (Stream<Path> docs = Files.list(Repository.root().resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /** Lines of code blocks that call the program, continued ones joined. */
  public static List<String> blocks(String page) {
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

  /** Why the program doesn't take this command line; empty where it does. */
  public static Optional<String> refusal(List<String> words) {
    try {
      var unused = Main.commandLine(Map.of()).parseArgs(words.toArray(new String[0]));
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Without comments, what may be left out is there, and of alternatives the first one is. */
  public static List<String> words(String line) {
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
