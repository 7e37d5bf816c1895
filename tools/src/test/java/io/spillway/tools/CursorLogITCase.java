package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.HeldFiles;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event log of real jobs, by the tools, against real savepoints. */
class CursorLogITCase {
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
      sources: [{type: files, path: '%s'}]
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;

  private String pipeline() {
    return PIPELINE.formatted(HeldFiles.uri(folder.resolve("in")));
  }

  private CommandRun cursor(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "cursor";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CommandRun.of(all);
  }

  private String log() {
    return folder.resolve("out/_cursor").toString();
  }

  @Test
  void theEventsRebuildTheValuesOfASavepointAndOneThatIsMissingIsNoticed() throws Exception {
    Partitions.sample(SampleSettings.standard(31).withRows(40_000, 0), folder.resolve("in"));
    Path savepoint;
    HeldFiles.hold();
    try (RunningJob job = RunningJob.start(folder, pipeline())) {
      job.awaitCheckpoints(3);
      savepoint = job.stopWithSavepoint();
    } finally {
      HeldFiles.letGo();
    }

    CommandRun show = cursor("show", savepoint.toString());
    assertThat(show.exitCode()).as(show.err()).isEqualTo(0);
    assertThat(show.out()).contains("HARVEST/GLOBAL/").contains("HARVEST/EXPR/");
    CommandRun same = cursor("diff", log(), "--against", savepoint.toString());
    assertThat(same.exitCode()).as(same.out() + same.err()).isEqualTo(0);
    CommandRun audit = cursor("audit", log());
    assertThat(audit.exitCode()).as(audit.out() + audit.err()).isEqualTo(0);
    assertThat(audit.out()).doesNotContain(" 0 balances");

    Files.delete(newestLogFile());
    CommandRun differs = cursor("diff", log(), "--against", savepoint.toString());
    assertThat(differs.exitCode()).as(differs.err()).isEqualTo(1);
    assertThat(differs.out()).contains("HARVEST/GLOBAL/").contains("nothing");
  }

  @Test
  void aRestartFromAnOlderSavepointIsARewindInTheLog() throws Exception {
    Partitions.sample(SampleSettings.standard(32).withRows(40_000, 0), folder.resolve("in"));
    Path older;
    HeldFiles.hold();
    try (RunningJob job = RunningJob.start(folder, pipeline())) {
      job.awaitCheckpoints(3);
      older = job.stopWithSavepoint();
    } finally {
      HeldFiles.letGo();
    }
    try (RunningJob job = RunningJob.restore(folder, pipeline(), older)) {
      job.awaitEnd();
    }
    CommandRun sound = cursor("audit", log());
    assertThat(sound.exitCode()).as(sound.out() + sound.err()).isEqualTo(0);
    assertThat(lines()).anyMatch(line -> line.contains("\"reason\":\"restored\""));

    try (RunningJob job = RunningJob.restore(folder, pipeline(), older)) {
      job.awaitEnd();
    }
    assertThat(lines())
        .filteredOn(line -> line.contains("\"reason\":\"rewind\""))
        .singleElement()
        .asString()
        .contains("\"scope\":\"GLOBAL\"")
        .contains("\"told\":{\"seq\":");
    CommandRun rewound = cursor("audit", log());
    assertThat(rewound.exitCode()).as(rewound.out() + rewound.err()).isEqualTo(1);
    assertThat(rewound.out())
        .contains("REWIND")
        .doesNotContain("OVERLAP")
        .doesNotContain("REGRESS");
  }

  private List<Path> logFiles() throws Exception {
    try (Stream<Path> files = Files.list(Path.of(log()))) {
      return files
          .filter(file -> file.toString().endsWith(".ndjson"))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .toList();
    }
  }

  private List<String> lines() throws Exception {
    List<String> lines = new java.util.ArrayList<>();
    for (Path file : logFiles()) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  private Path newestLogFile() throws Exception {
    Path newest = null;
    long at = Long.MIN_VALUE;
    for (Path file : logFiles()) {
      String line = Files.readAllLines(file).get(0);
      String iso = line.replaceAll(".*\"at\":\"([^\"]*)\".*", "$1");
      long ms = java.time.Instant.parse(iso).toEpochMilli();
      if (ms >= at) {
        at = ms;
        newest = file;
      }
    }
    return newest;
  }
}
