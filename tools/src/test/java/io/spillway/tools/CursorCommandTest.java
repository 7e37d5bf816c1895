package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.tools.cursor.CursorLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CursorCommandTest {
  private static final int EVENTS = 12_000;

  @TempDir Path folder;

  @BeforeEach
  void writeALog() throws IOException {
    new CursorLogWriter().write(folder, EVENTS);
  }

  private CommandRun run(String command, String... options) {
    String[] arguments = new String[3 + options.length];
    arguments[0] = "cursor";
    arguments[1] = command;
    arguments[2] = folder.toString();
    System.arraycopy(options, 0, arguments, 3, options.length);
    return CommandRun.of(arguments);
  }

  @Test
  void aReplayShowsEveryCursorOnce() {
    CommandRun run = run("replay");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(0);
    assertThat(run.out().lines()).hasSize(1_001);
    assertThat(run.out())
        .containsPattern(
            "HARVEST/EXPR/shop\\.t17 +TIME +445644803145728000 \\(2023-11-14T22:13:32Z\\)");
    assertThat(run.err()).contains("12000 events replayed, 12000 looked at");
    assertThat(run("show").out()).isEqualTo(run.out());
  }

  @Test
  void aWindowIsHalfOpen() {
    CommandRun run =
        run("replay", "--json", "--from", "2023-11-14T22:13:21Z", "--to", "2023-11-14T22:13:22Z");
    assertThat(run.err()).contains("1000 events replayed");
    assertThat(run.out().lines()).allMatch(line -> line.contains("\"seq\":1,"));
    assertThat(run("replay", "--operation", "BACKFILL").err()).contains("0 events replayed");
  }

  @Test
  void anAuditOfASoundLogFindsNothingAndAMissingFileIsFound() throws IOException {
    CommandRun sound = run("audit");
    assertThat(sound.exitCode()).as(sound.err()).isEqualTo(0);
    assertThat(sound.out()).contains("12000 events, 0 balances, 0 findings");
    Files.delete(folder.resolve("cursor-events-bench-1.ndjson"));
    CommandRun run = run("audit");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("GAP").contains("events 6 to 10 are missing");
  }

  @Test
  void whatIsNoLogIsTold() throws IOException {
    Files.writeString(folder.resolve("other.ndjson"), "hello\n");
    CommandRun run = run("replay");
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("other.ndjson, line 1");
    assertThat(CommandRun.of("cursor", "show", folder.resolve("none").toString()).exitCode())
        .isEqualTo(3);
    for (String[] wrong : List.of(new String[] {"cursor"}, new String[] {"cursor", "replay"})) {
      assertThat(CommandRun.of(wrong).exitCode()).isEqualTo(ExitCode.USAGE);
    }
    // every test's logs are audited at its end
    Files.delete(folder.resolve("other.ndjson"));
  }
}
