package io.spillway.tools;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.LiveTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that rules drop and columns that they hide, through the whole job. */
class TableRulesITCase {
  private static final String SECRET = "hunter2-pass-phrase";
  private static final String CARD = "4111111111111234";
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in}]
      storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
      errors: {max-dead-letter-rate: 1.0}
      tables:
        - {match: ["shop.tmp_*"], drop: true}
        - {match: ["shop.misspelled"], drop: true}
        - {match: ["crm.*"], as: "shop.crm_{table}"}
        - {match: ["shop.*"], columns: {exclude: [password], mask: {card: {keep-last: 4}}}}
      """;
  private static final String COLUMNS =
      "id BIGINT PRIMARY KEY, password VARCHAR(40), card VARCHAR(20)";

  @TempDir Path folder;

  private static String ddl(long ts, String table, String sql) {
    return """
        {"database":"shop","table":"%s","isDdl":true,"type":"QUERY","es":1,"ts":1,"sql":"%s",\
        "_tidb":{"commitTs":%d}}
        """
        .formatted(table, sql, ts);
  }

  private static String row(long ts, String table, int id) {
    return """
        {"database":"shop","table":"%s","pkNames":["id"],"isDdl":false,"type":"INSERT","es":1,"ts":1,\
        "sql":"","sqlType":{"id":-5,"password":12,"card":12},\
        "mysqlType":{"id":"bigint","password":"varchar(40)","card":"varchar(20)"},"old":null,\
        "data":[{"id":"%d","password":"%s","card":"%s"}],"_tidb":{"commitTs":%d}}
        """
        .formatted(table, id, SECRET, CARD, ts);
  }

  /** A dropped table becomes one that is delivered, and has its columns. */
  private static String stream() {
    long ts = 440000000000000000L;
    StringBuilder lines = new StringBuilder();
    lines.append(ddl(ts, "users", "CREATE TABLE users (" + COLUMNS + ")"));
    lines.append(ddl(ts + 1, "tmp_a", "CREATE TABLE tmp_a (" + COLUMNS + ")"));
    for (int i = 0; i < 200; i++) {
      lines.append(row(ts + 10 + i, i % 2 == 0 ? "users" : "tmp_a", i));
    }
    lines.append("{\"database\":\"shop\",\"table\":\"users\",\"data\":[{\"password\":\"" + SECRET);
    lines.append("\n");
    lines.append(ddl(ts + 1000, "tmp_a", "RENAME TABLE tmp_a TO kept"));
    lines.append(row(ts + 2000, "kept", 7));
    String leads = ddl(ts + 2001, "leads", "CREATE TABLE leads (" + COLUMNS + ")");
    String row = row(ts + 2002, "leads", 8).replace(SECRET, "p").replace(CARD, "c");
    lines.append(leads.replace("\"shop\"", "\"crm\""));
    lines.append(row.replace("\"shop\"", "\"crm\""));
    lines.append(
        "{\"isDdl\":false,\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":"
            + (ts + 3000)
            + "}}\n");
    return lines.toString();
  }

  @Test
  void nothingHiddenIsInAnyFileAndDroppedTablesHaveNone() throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/shop-0.ndjson"), stream());
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE);

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out() + run.err()).doesNotContain(SECRET).doesNotContain(CARD);
    Path out = folder.resolve("out");
    assertThat(out.resolve("shop/tmp_a")).doesNotExist();
    assertThat(data(out.resolve("shop/users"))).hasSize(100);
    assertThat(data(out.resolve("shop/kept"))).hasSize(1);
    assertThat(data(out.resolve("shop/users")))
        .allMatch(line -> line.contains("\"************1234\""))
        .noneMatch(line -> line.contains("password"));
    assertThat(schema(out.resolve("shop/kept")))
        .contains("\"ColumnName\":\"card\"")
        .doesNotContain("\"ColumnName\":\"password\"");
    assertThat(out.resolve("crm")).doesNotExist();
    assertThat(data(out.resolve("shop/crm_leads")))
        .singleElement()
        .asString()
        .contains("\"database\":\"shop\",\"table\":\"crm_leads\"");
    assertThat(schema(out.resolve("shop/crm_leads")))
        .contains("CREATETABLE`shop`.`crm_leads`(")
        .contains("\"Table\":\"crm_leads\"");
    assertThat(run.out())
        .contains("rules for tables that no table has matched: 1 (see the warning");
    assertThat(filesThatHave(SECRET)).isEmpty();
    assertThat(filesThatHave(CARD)).isEmpty();
    assertThat(CommandRun.of("verify", out.toString()).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aSampleShowsWhatEachRuleDoes() throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/shop-0.ndjson"), stream());
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE);

    CommandRun text = CommandRun.of("validate", file.toString(), "--sample", "1000");
    CommandRun json = CommandRun.of("validate", file.toString(), "--sample", "2", "--json");

    assertThat(text.exitCode()).as(text.err()).isEqualTo(ExitCode.OK);
    assertThat(text.out().lines().map(String::strip))
        .contains(
            "sample:       208 messages, 4 tables, 1 messages can't be decoded",
            "crm.leads -> shop.crm_leads, rule on line 8: 1 rows, 1 statements",
            "shop.kept, rule on line 9: 1 rows, without password, masks card",
            "shop.tmp_a is dropped, rule on line 6: 100 rows, 2 statements",
            "shop.users, rule on line 9: 100 rows, 1 statements, without password, masks card",
            "the rule on line 7 ([shop.misspelled]) is for none of these tables");
    assertThat(text.out()).doesNotContain(SECRET);
    assertThat(json.out())
        .contains(
            "\"sample\":{\"messages\":2,\"undecodable\":0,\"tables\":[{\"table\":\"shop.tmp_a\"")
        .contains("\"unmatchedRules\":[{\"line\":7,\"match\":\"[shop.misspelled]\"}");
    assertThat(CommandRun.of("validate", file.toString(), "--sample", "2", "--offline").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private static List<String> data(Path table) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files(table)) {
      if (file.getFileName().toString().matches("CDC\\d+\\.json")) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  private static String schema(Path table) throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files(table.resolve("meta"))) {
      all.append(Files.readString(file).replaceAll("\\s", ""));
    }
    return all.toString();
  }

  private static List<Path> files(Path root) throws IOException {
    return LiveTree.files(root, name -> true);
  }

  /** Bucket, checkpoints, dead letters, cursor events: all but the input. */
  private List<Path> filesThatHave(String text) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path file : files(folder)) {
      if (!file.startsWith(folder.resolve("in")) && content(file).contains(text)) {
        found.add(file);
      }
    }
    return found;
  }

  /** Empty for a file that has been deleted meanwhile, as an old checkpoint's are. */
  private static String content(Path file) throws IOException {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
