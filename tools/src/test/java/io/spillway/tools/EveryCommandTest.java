package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What holds for each command of the tree: a new one is looked at without a new test. */
class EveryCommandTest {
  /** They make, start or end something; their exit code says whether it was done. */
  private static final Set<String> WITHOUT_ANSWER =
      Set.of(
          "init", "run", "report", "sample", "demo", "completion", "cluster start", "cluster stop");

  /** Values that nobody can list: names, addresses, parts of a text. */
  private static final Set<String> FREE =
      Set.of(
          "--at",
          "--dispatcher",
          "--kind",
          "--metrics",
          "--namespace",
          "--table",
          "--topic",
          "--live",
          "--jobmanager",
          "--ui-address",
          "-D");

  private static final Set<Class<?>> CHECKED =
      Set.of(int.class, Integer.class, long.class, Long.class, Duration.class, Instant.class);

  private static final String TYPO = "1x7";

  /** Commands without commands of their own, by their words. */
  private static Map<String, CommandLine> commands() {
    Map<String, CommandLine> found = new TreeMap<>();
    collect(Main.commandLine(Map.of()), "", found);
    assertThat(found).hasSizeGreaterThan(20);
    return found;
  }

  private static void collect(CommandLine command, String words, Map<String, CommandLine> found) {
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              String path = words.isEmpty() ? name : words + " " + name;
              if (!sub.getSubcommands().isEmpty()) {
                collect(sub, path, found);
              } else if (!(sub.getCommand() instanceof HelpCommand)) {
                found.put(path, sub);
              }
            });
  }

  private static Set<String> inJson() {
    Set<String> names = new TreeSet<>();
    commands()
        .forEach(
            (name, command) -> {
              if (command.getCommandSpec().findOption("--json") != null) {
                names.add(name);
              }
            });
    return names;
  }

  @Test
  void eachThatAnswersDoesSoInJsonToo() {
    Set<String> answering = new TreeSet<>(commands().keySet());
    answering.removeAll(WITHOUT_ANSWER);

    assertThat(inJson()).containsExactlyElementsOf(answering);
  }

  @Test
  void fieldsOfEachAreInThePageOfCommands() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/commands.md"));
    Matcher row =
        Pattern.compile("(?m)^\\| (`[^|]*`) \\| one[^|]* \\|")
            .matcher(page.substring(page.indexOf("## Output for programs")));
    Set<String> documented = new TreeSet<>();
    while (row.find()) {
      for (String name : row.group(1).split(", ")) {
        documented.add(name.replace("`", ""));
      }
    }

    assertThat(documented).containsExactlyElementsOf(inJson());
  }

  @Test
  void eachValueThatIsNoFreeTextIsRefusedWhereItIsMisspelt() {
    List<String> taken = new ArrayList<>();
    commands()
        .forEach(
            (name, command) -> {
              for (OptionSpec option : command.getCommandSpec().options()) {
                if (isChecked(option) && refusal(name, command, option).isEmpty()) {
                  taken.add(name + " " + option.longestName());
                }
              }
            });

    assertThat(taken).isEmpty();
  }

  private static boolean isChecked(OptionSpec option) {
    return CHECKED.contains(option.type()) || option.type().isEnum();
  }

  /**
   * What is neither checked nor a path, a flag or a known free text has yet to be thought about.
   */
  @Test
  void eachOtherValueIsAPathOrAKnownFreeText() {
    Set<String> unknown = new TreeSet<>();
    commands()
        .forEach(
            (name, command) -> {
              for (OptionSpec option : command.getCommandSpec().options()) {
                boolean place =
                    Set.of("PATH", "FOLDER", "URI", "FILE", "SAVEPOINT", "HTML", "JAR")
                        .contains(option.paramLabel());
                if (option.arity().max() > 0
                    && !isChecked(option)
                    && !place
                    && !FREE.contains(option.longestName())) {
                  unknown.add(name + " " + option.longestName() + " " + option.paramLabel());
                }
              }
            });

    assertThat(unknown).isEmpty();
  }

  private static Optional<String> refusal(String name, CommandLine command, OptionSpec option) {
    List<String> words = words(name, command, option);
    words.addAll(List.of(option.longestName(), TYPO));
    return DocumentedCommands.refusal(words)
        .filter(text -> text.contains(option.longestName()) && text.contains(TYPO));
  }

  /** The command with all that it needs, but for one option. */
  private static List<String> words(String name, CommandLine command, OptionSpec without) {
    List<String> words = new ArrayList<>(List.of(name.split(" ")));
    for (ArgSpec argument : command.getCommandSpec().args()) {
      if (argument.required() && argument != without) {
        if (argument instanceof OptionSpec needed) {
          words.add(needed.longestName());
        }
        words.add("1");
      }
    }
    return words;
  }

  @Test
  void eachRefusesAnOptionThatItDoesNotHave() {
    commands()
        .forEach(
            (name, command) -> {
              List<String> words = words(name, command, null);
              assertThat(DocumentedCommands.refusal(words)).as(name).isEmpty();
              words.add("--jsno");
              CommandRun run = CommandRun.of(words.toArray(String[]::new));
              assertThat(run.exitCode()).as(name).isEqualTo(ExitCode.USAGE);
              assertThat(run.err()).as(name).contains("--jsno", "Try: spillway " + name);
              assertThat(run.out()).as(name).isEmpty();
            });
  }

  @Test
  void eachSaysWhatItsExitCodesMeanAndDescribesEachOptionInASentence() {
    commands()
        .forEach(
            (name, command) -> {
              String said = description(command) + description(command.getParent());
              assertThat(said).as(name).containsPattern("[Ee]xit code|completion");
              for (ArgSpec argument : command.getCommandSpec().args()) {
                String text = String.join(" ", argument.description());
                assertThat(text).as(name + " " + argument.paramLabel()).endsWith(".");
              }
            });
  }

  private static String description(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().description());
  }

  @Test
  void numbersThatMakeNoSenseAreRefusedBeforeAnythingIsDone() throws IOException {
    Path file = Files.createTempFile("spillway", ".yaml");
    try {
      Files.writeString(
          file,
          """
          pipeline: {name: shop, checkpoint-dir: file:///nowhere/checkpoints}
          sources: [{type: files, path: /nowhere/in}]
          storage: {path: /nowhere/out}
          """);
      String yaml = file.toString();
      for (List<String> words :
          List.of(
              List.of("run", yaml, "--ui", "--ui-port", "70000"),
              List.of("run", yaml, "--progress", "-1 s"),
              List.of("submit", yaml, "--parallelism", "0"),
              List.of("submit", yaml, "--jobmanager", "nonsense"),
              List.of("rescale", yaml, "--parallelism", "0"),
              List.of("status", "shop", "--jobmanager", "host:port"),
              List.of("verify", "/nowhere", "--remember", "-1"),
              List.of("validate", yaml, "--sample", "0"),
              List.of("sample", "/nowhere", "--partitions", "0"),
              List.of("demo", "--rows", "1"),
              List.of("cluster", "start", "/nowhere", "--port", "70000"),
              List.of("cluster", "start", "/nowhere", "--task-managers", "0"))) {
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(words + run.err()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).as("%s", words).contains(words.get(words.size() - 2));
      }
    } finally {
      Files.delete(file);
    }
  }
}
