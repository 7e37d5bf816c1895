package io.spillway.tools;

import io.spillway.event.Header;
import io.spillway.event.Poison;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterJson;
import io.spillway.tools.cursor.CursorTable;
import io.spillway.tools.letters.ClusterTargets;
import io.spillway.tools.letters.DeadLetters;
import io.spillway.tools.letters.FolderTarget;
import io.spillway.tools.letters.LetterFilter;
import io.spillway.tools.letters.LetterSource;
import io.spillway.tools.letters.LetterText;
import io.spillway.tools.letters.ReplayTarget;
import io.spillway.tools.letters.Replays;
import io.spillway.tools.letters.TopicTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway dead-letters}: what was taken out of the flow, and putting it back. */
@Command(
    name = "dead-letters",
    description = {
      "Lists, shows and puts back the messages that could not be delivered.",
      "Exit code 0: done; 1: there is no such letter; 2: wrong use; 3: letters can't be read or put"
          + " back."
    },
    synopsisSubcommandLabel = "COMMAND")
final class DeadLettersCommand implements Runnable {
  @Spec private CommandSpec spec;
  @ParentCommand private Main main;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what of the dead letters?");
  }

  @Command(
      name = "list",
      description = "Lists the letters of a pipeline, in the order of their last failure.",
      mixinStandardHelpOptions = true)
  int list(
      @Mixin PipelineArgument pipeline,
      @Mixin LetterSelection selection,
      @Option(names = "--json", description = "Whole letters, one a line, as in files of them.")
          boolean json)
      throws IOException {
    DeadLetters letters = letters(pipeline.load(main.environment()));
    PrintWriter out = spec.commandLine().getOut();
    List<DeadLetter> found = read(letters, selection.filter());
    if (json) {
      print(found);
      return ExitCode.OK;
    }
    Set<String> done = replays(letters).done();
    CursorTable table =
        new CursorTable("AT", "STAGE", "KIND", "TABLE", "TRIES", "FAILED", "BYTES", "PUT BACK");
    for (DeadLetter letter : found) {
      table.add(
          letter.position().toString(),
          letter.failure().stage(),
          letter.failure().kind(),
          letter.subject().table().isEmpty() ? "-" : letter.subject().table(),
          Integer.toString(letter.failure().attempts()),
          Instant.ofEpochMilli(letter.failure().lastMs()).toString(),
          Integer.toString(letter.original().value().length),
          Replays.wasPut(letter, done) ? "yes" : "no");
    }
    table.print(out);
    out.printf("%d letters%n", found.size());
    return ExitCode.OK;
  }

  private void print(List<DeadLetter> letters) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (DeadLetter letter : letters) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      new DeadLetterJson().write(letter, line);
      out.print(line.toString(StandardCharsets.UTF_8));
    }
    out.flush();
  }

  @Command(
      name = "show",
      description = {
        "Shows one letter whole.",
        "Exit code 0: shown; 1: there is none at this position."
      },
      mixinStandardHelpOptions = true)
  int show(
      @Mixin PipelineArgument pipeline,
      @Parameters(index = "1", paramLabel = "POSITION", description = "As orders-3@99.")
          String position,
      @Option(names = "--json", description = "The whole letter, as list --json has it.")
          boolean json)
      throws IOException {
    LetterFilter all = LetterFilter.ALL;
    LetterFilter filter =
        new LetterFilter(
            Set.of(position), all.stage(), all.kind(), all.table(), all.topic(), all.span());
    List<DeadLetter> found = read(letters(pipeline.load(main.environment())), filter);
    if (json) {
      print(found);
    } else {
      LetterText text = new LetterText(spec.commandLine().getOut());
      found.forEach(text::print);
    }
    if (found.isEmpty()) {
      spec.commandLine().getErr().println("no dead letter at " + position);
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  @Command(
      name = "replay",
      description = {
        "Puts letters back: each into the partition of the topic that it came from, or all into a",
        "new file of a folder. A letter that was put back is left out the next time."
      },
      mixinStandardHelpOptions = true)
  int replay(
      @Mixin PipelineArgument pipeline,
      @Mixin LetterSelection selection,
      @Mixin ReplayOptions options)
      throws IOException {
    PipelineConfig config = pipeline.load(main.environment());
    LetterFilter filter = selection.filter();
    if (filter.takesAll() && !options.all) {
      throw new ParameterException(spec.commandLine(), "which letters? --all takes every one");
    }
    DeadLetters letters = letters(config);
    List<DeadLetter> found = withBytes(read(letters, filter));
    if (options.into == null) {
      found = originals(config, found);
    }
    if (options.value != null) {
      found = List.of(mended(found, options.value));
    }
    ReplayTarget target = target(config, found, options.into);
    Replays.Result chosen = put(found, replays(letters), target, options);
    PrintWriter out = spec.commandLine().getOut();
    if (options.json) {
      out.println(
          new JsonLine()
              .put("dryRun", options.dryRun)
              .put("put", positions(chosen.put()))
              .put("before", positions(chosen.before())));
      return ExitCode.OK;
    }
    positions(chosen.put()).forEach(out::println);
    out.printf(
        "%d %s, %d put back before%n",
        chosen.put().size(), options.dryRun ? "to put back" : "put back", chosen.before().size());
    return ExitCode.OK;
  }

  private static List<String> positions(List<DeadLetter> letters) {
    return letters.stream().map(letter -> letter.position().toString()).toList();
  }

  /** Without those whose bytes a table rule has left out. */
  private List<DeadLetter> withBytes(List<DeadLetter> letters) {
    List<DeadLetter> whole = new ArrayList<>();
    for (DeadLetter letter : letters) {
      if (letter.original().value().length > 0
          || letter.failure().kind().equals(Poison.Kind.EMPTY.name())) {
        whole.add(letter);
      } else {
        spec.commandLine()
            .getErr()
            .printf(
                "%s is passed over: a rule of section tables hides values, so its letter has no"
                    + " bytes. Its message is still in its topic, as long as that keeps it%n",
                letter.position());
      }
    }
    return whole;
  }

  private static Replays.Result put(
      List<DeadLetter> letters, Replays replays, ReplayTarget target, ReplayOptions options) {
    try {
      Replays.Result chosen = replays.choose(letters, target, options.again);
      if (!options.dryRun) {
        replays.put(chosen.put(), target);
      }
      return chosen;
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't put back: " + e.getMessage(), e);
    }
  }

  /** What a replay may be told. */
  static final class ReplayOptions {
    @Option(names = "--all", description = "Every letter.")
    private boolean all;

    @Option(names = "--again", description = "Also letters that were put back before.")
    private boolean again;

    @Option(names = "--dry-run", description = "Only show what would be put back.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
        names = "--into",
        paramLabel = "FOLDER",
        description = "Put them into a new file of this folder, in place of their topics.")
    private String into;

    @Option(
        names = "--value",
        paramLabel = "FILE",
        description = "Put this file's bytes back in place of the message's; for one letter.")
    private Path value;
  }

  /** The letter with a value that was mended by hand. */
  private DeadLetter mended(List<DeadLetter> found, Path file) throws IOException {
    if (found.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "--value is for one letter, but " + found.size() + " are chosen");
    }
    if (!Files.isRegularFile(file)) {
      throw new CommandException(ExitCode.USAGE, "no such file: " + file);
    }
    DeadLetter letter = found.get(0);
    List<Header> headers = letter.original().headers();
    return new DeadLetter(
        new DeadLetter.Original(
            letter.source(),
            letter.position(),
            letter.original().key(),
            Files.readAllBytes(file),
            headers),
        letter.failure(),
        letter.subject());
  }

  /** The topics that the letters came from, or a folder. */
  private static ReplayTarget target(PipelineConfig config, List<DeadLetter> letters, String into) {
    if (into != null) {
      letters.forEach(DeadLettersCommand::checkIsALine);
      return new FolderTarget(VerifyCommand.root(into).toString());
    }
    Map<String, TopicTarget> targets = new LinkedHashMap<>();
    for (DeadLetter letter : letters) {
      targets.computeIfAbsent(
          source(letter, config).connection().brokers(),
          brokers ->
              new TopicTarget(source(letter, config).connection(), config.pipeline().name()));
    }
    return new ClusterTargets(
        List.copyOf(targets.values()),
        letter -> targets.get(source(letter, config).connection().brokers()));
  }

  /** No JSON begins with a zero byte, and every value of open-protocol does. */
  private static void checkIsALine(DeadLetter letter) {
    byte[] value = letter.original().value();
    if (value.length > 0 && value[0] == 0) {
      throw new CommandException(
          ExitCode.USAGE,
          letter.position()
              + " is binary, as messages of open-protocol are, and can't be a line of a file;"
              + " without --into it goes back into its topic");
    }
  }

  private static KafkaSource source(DeadLetter letter, PipelineConfig config) {
    try {
      return LetterSource.of(letter, config)
          .orElseThrow(
              () ->
                  new CommandException(
                      ExitCode.USAGE,
                      letter.position()
                          + " comes from no topic of this pipeline's sources; --into FOLDER puts it"
                          + " into a file"));
    } catch (IllegalArgumentException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
    }
  }

  /** Those that a stage had translated, as they were in their topics. */
  private static List<DeadLetter> originals(PipelineConfig config, List<DeadLetter> letters) {
    List<DeadLetter> all = new ArrayList<>();
    for (DeadLetter letter : letters) {
      KafkaSource source = source(letter, config);
      try {
        all.add(
            LetterSource.isTranslated(letter, source, config.tables())
                ? new TopicTarget(source.connection(), config.pipeline().name())
                    .withOriginal(letter)
                : letter);
      } catch (IOException e) {
        throw new CommandException(ExitCode.ENVIRONMENT, "can't put back: " + e.getMessage(), e);
      }
    }
    return all;
  }

  private static DeadLetters letters(PipelineConfig config) {
    Configuration flink = GlobalConfiguration.loadConfiguration();
    FileSystem.initialize(flink, PluginUtils.createPluginManagerFromRootFolder(flink));
    return new DeadLetters(config.errors());
  }

  private static Replays replays(DeadLetters letters) {
    return new Replays(letters.folder(), System::currentTimeMillis);
  }

  private static List<DeadLetter> read(DeadLetters letters, LetterFilter filter) {
    try {
      List<DeadLetter> found = letters.read(filter);
      if (found.isEmpty() && filter.kind().isPresent()) {
        requireKnown(filter.kind().get(), letters);
      }
      return found;
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.ENVIRONMENT, "can't read the dead letters: " + e.getMessage(), e);
    }
  }

  /** Search engines have kinds of their own, so what no letter has may be misspelt. */
  private static void requireKnown(String kind, DeadLetters letters) throws IOException {
    Set<String> known = new TreeSet<>();
    for (Poison.Kind each : Poison.Kind.values()) {
      known.add(each.name());
    }
    letters.read(LetterFilter.ALL).forEach(letter -> known.add(letter.failure().kind()));
    if (!known.contains(kind)) {
      throw new CommandException(
          ExitCode.USAGE,
          "--kind: no letter has the kind %s; kinds are %s"
              .formatted(kind, String.join(", ", known)));
    }
  }
}
