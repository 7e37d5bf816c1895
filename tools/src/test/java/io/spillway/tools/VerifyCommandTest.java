package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.TableId;
import io.spillway.job.ExitCode;
import io.spillway.layout.Layout;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VerifyCommandTest {
  private static final String INDEX = "shop/orders/5/meta/CDC.index";

  @TempDir Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeBucket() throws IOException {
    TableId orders = new TableId("shop", "orders");
    SchemaFile schema = new SchemaFile(new TableStructure(orders, List.of()), 5, "", 0);
    write("metadata", Layout.metadata(7));
    write(Layout.schemaPath(orders, schema.name()), schema.bytes());
    write(
        "shop/orders/5/CDC000001.json",
        """
        {"database":"shop","table":"orders","type":"INSERT","data":[{}],"_tidb":{"commitTs":6}}
        """
            .getBytes(UTF_8));
    write(INDEX, "CDC000001.json\n".getBytes(UTF_8));
  }

  private void write(String path, byte[] content) throws IOException {
    Files.createDirectories(dir.resolve(path).getParent());
    Files.write(dir.resolve(path), content);
  }

  private int run(String... args) {
    return new CommandLine(new VerifyCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Test
  void aGoodBucketEndsWithZero() {
    assertThat(run(dir.toString())).isZero();
    assertThat(out.toString()).startsWith("ok: 1 files, 1 rows, ").contains("checkpoint-ts 7,");
    assertThat(run(dir.toUri().toString())).isZero();
  }

  @Test
  void aFaultEndsWithOneAndIsNamed() throws IOException {
    Files.delete(dir.resolve(INDEX));
    assertThat(run(dir.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("FAULT INDEX_MISSING shop/orders/5: 1 files")
        .contains("1 x INDEX_MISSING")
        .contains("FAULTY: 1 files");
  }

  @Test
  void besideARunningJobAFileBeyondTheCheckpointNeedsNoIndexYet() throws IOException {
    write("metadata", Layout.metadata(5));
    Files.delete(dir.resolve(INDEX));
    assertThat(run(dir.toString(), "--live")).isZero();
    assertThat(out.toString()).contains("1 files not yet covered");
  }

  @Test
  void jsonIsOneObject() throws IOException {
    Files.delete(dir.resolve("metadata"));
    write("stray", new byte[0]);
    assertThat(run(dir.toString(), "--json")).isEqualTo(1);
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.get("ok").asBoolean()).isFalse();
    assertThat(report.get("rows").asLong()).isEqualTo(1);
    assertThat(report.get("checkpointTs").isNull()).isTrue();
    assertThat(report.at("/faultCounts/METADATA_MISSING").asLong()).isEqualTo(1);
    assertThat(report.at("/faults/0/path").asText()).isEqualTo("metadata");
    assertThat(report.at("/strays/0").asText()).isEqualTo("stray");
  }

  @Test
  void nothingToReadEndsWithTwo() {
    assertThat(run(dir.resolve("nowhere").toString())).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString()).contains("nothing at");
  }

  @Test
  void anUnknownFileSystemEndsWithTwo() {
    assertThat(run("nofs://bucket/x")).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString()).contains("nofs");
  }

  @Test
  void aMissingPathEndsWithTwo() {
    assertThat(run("--live")).isEqualTo(2);
    assertThat(err.toString()).contains("PATH");
  }
}
