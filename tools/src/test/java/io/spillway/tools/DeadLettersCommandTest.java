package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersCommandTest {
  private static final String LETTER =
      "{\"failedAt\":\"2026-02-0%dT00:00:00Z\",\"firstFailedAt\":\"2026-02-01T00:00:00Z\","
          + "\"stage\":\"%s\",\"kind\":\"%s\",\"reason\":\"why\",\"attempts\":1,\"topic\":\"shop\","
          + "\"partition\":0,\"offset\":%d,\"timestamp\":-1,\"table\":\"shop.t%d\",\"traceId\":\"\","
          + "\"key\":null,\"value\":\"e30=\"}\n";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file, "pipeline: {name: shop}\nsources: [{type: files, path: in}]\nstorage: {path: out}\n");
    Path letters = Files.createDirectories(folder.resolve("out/_dead-letters"));
    Files.writeString(
        letters.resolve("dead-letters-0.ndjson"),
        LETTER.formatted(3, "decode", "MALFORMED", 30, 1)
            + LETTER.formatted(1, "search", "mapping", 10, 2));
    Files.writeString(letters.resolve(".dead-letters-1.ndjson.inprogress"), "half a li");
  }

  private CommandRun run(String command, String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "dead-letters";
    all[1] = command;
    all[2] = file.toString();
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return CommandRun.of(all);
  }

  @Test
  void listsInTheOrderOfTime() {
    CommandRun list = run("list");
    assertThat(list.exitCode()).as(list.err()).isEqualTo(ExitCode.OK);
    assertThat(list.out().lines().skip(1))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("shop-0@10  search  mapping").endsWith("no"),
            second -> assertThat(second).startsWith("shop-0@30  decode  MALFORMED"),
            sum -> assertThat(sum).isEqualTo("2 letters"));
  }

  @Test
  void everyFilterChooses() {
    for (String[] chosen :
        new String[][] {
          {"--stage", "decode"},
          {"--kind", "MALFORMED"},
          {"--table", "shop.t1"},
          {"--at", "shop-0@30", "--topic", "shop"},
          {"--from", "2026-02-02T00:00:00Z"},
          {"--from", "2026-02-03T00:00:00Z", "--to", "2026-02-03T00:00:00.001Z"}
        }) {
      CommandRun list = run("list", chosen);
      assertThat(list.out()).as(String.join(" ", chosen)).contains("shop-0@30", "1 letters");
      assertThat(list.out()).as(String.join(" ", chosen)).doesNotContain("shop-0@10");
    }
    assertThat(run("list", "--topic", "other").out()).contains("0 letters");
    assertThat(run("list", "--to", "2026-02-03T00:00:00Z").out()).doesNotContain("shop-0@30");
  }

  @Test
  void jsonIsTheLettersThemselves() {
    assertThat(run("list", "--json", "--stage", "search").out())
        .startsWith("{\"failedAt\":\"2026-02-01T00:00:00Z\"")
        .contains("\"value\":\"e30=\"");
    assertThat(run("show", "shop-0@10", "--json").out())
        .isEqualTo(run("list", "--json", "--stage", "search").out());
  }

  @Test
  void showsOneOrSaysThatThereIsNone() {
    assertThat(run("show", "shop-0@30").out()).contains("kind:         MALFORMED", "{}");
    CommandRun none = run("show", "shop-0@31");
    assertThat(none.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(none.err()).contains("no dead letter at shop-0@31");
  }

  @Test
  void aReplayNeedsToKnowWhichAndWhere() {
    CommandRun which = run("replay");
    assertThat(which.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(which.err()).contains("--all");
    CommandRun where = run("replay", "--all");
    assertThat(where.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(where.err()).contains("comes from no topic", "--into");
  }

  @Test
  void replaysIntoAFolderOnceAndTellsSo() throws Exception {
    String into = folder.resolve("again").toString();
    assertThat(run("replay", "--all", "--into", into, "--dry-run").out())
        .contains("2 to put back, 0 put back before");
    assertThat(folder.resolve("again")).doesNotExist();
    assertThat(run("replay", "--all", "--into", into, "--dry-run", "--json").out().strip())
        .isEqualTo("{\"dryRun\":true,\"put\":[\"shop-0@10\",\"shop-0@30\"],\"before\":[]}");
    assertThat(run("replay", "--stage", "decode", "--into", into).out())
        .contains("shop-0@30", "1 put back, 0 put back before");
    assertThat(run("list").out())
        .containsPattern("shop-0@30 .* yes")
        .containsPattern("shop-0@10 .* no");
    assertThat(run("replay", "--all", "--into", into).out())
        .contains("1 put back, 1 put back before");
    assertThat(Files.readString(folder.resolve("again/replay-0.ndjson"))).isEqualTo("{}\n");
    assertThat(Files.readString(folder.resolve("again/replay-1.ndjson"))).isEqualTo("{}\n");
  }

  @Test
  void aMendedValueIsForOneLetter() throws Exception {
    Path mended = folder.resolve("mended.json");
    Files.writeString(mended, "{\"mended\":1}");
    String into = folder.resolve("again").toString();
    CommandRun several = run("replay", "--all", "--into", into, "--value", mended.toString());
    assertThat(several.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(several.err()).contains("2 are chosen");
    run("replay", "--at", "shop-0@30", "--into", into, "--value", mended.toString());
    assertThat(Files.readString(folder.resolve("again/replay-0.ndjson")))
        .isEqualTo("{\"mended\":1}\n");
  }

  @Test
  void aBinaryMessageIsNoLineOfAFile() throws Exception {
    Path binary = Files.write(folder.resolve("binary"), new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 'x'});
    String into = folder.resolve("again").toString();
    CommandRun run =
        run("replay", "--at", "shop-0@30", "--into", into, "--value", binary.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("shop-0@30 is binary", "open-protocol", "without --into");
    assertThat(folder.resolve("again")).doesNotExist();
  }

  @Test
  void aFileThatIsNoLetterIsNamedWithItsLine() throws Exception {
    Files.writeString(folder.resolve("out/_dead-letters/odd.ndjson"), "{}\n");
    CommandRun list = run("list");
    assertThat(list.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(list.err())
        .contains("odd.ndjson, line 1: not a dead letter")
        .doesNotContain("\tat ");
  }

  @Test
  void noLetterYetIsNoError() throws Exception {
    Files.writeString(file, Files.readString(file).replace("path: out", "path: nothing"));
    assertThat(run("list").out()).contains("0 letters");
  }
}
