package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What people install, unpacked somewhere else: nothing of the checkout is used. Made by {@code mvn
 * -Prelease package}; skipped, with a word, where it was not.
 */
@Timeout(600)
class ReleaseITCase {
  @TempDir Path folder;
  private Path installed;

  @BeforeEach
  void unpack() throws Exception {
    Optional<Path> archive = archive();
    assumeTrue(archive.isPresent(), "no release/target/spillway-*.tar.gz: mvn -Prelease package");
    assertThat(run("tar", "-xzf", archive.get().toString(), "-C", folder.toString()).exitCode())
        .isZero();
    try (Stream<Path> children = Files.list(folder)) {
      installed = children.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static Optional<Path> archive() throws IOException {
    Path target = Repository.root().resolve("release/target");
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst();
    }
  }

  @Test
  void aPipelineRunsFromTheUnpackedReleaseAndIsVerified() throws Exception {
    String spillway = installed.resolve("bin/spillway").toString();
    assertThat(run(spillway, "sample", "in", "--rows", "500").exitCode()).isZero();
    assertThat(run(spillway, "init", "pipeline.yaml", "--from", "files").exitCode()).isZero();

    Ended validate = run(spillway, "validate", "pipeline.yaml");
    assertThat(validate.exitCode()).as(validate.output()).isZero();
    Ended run = run(spillway, "run", "pipeline.yaml");
    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output()).contains("500 rows in ").doesNotContain("ERROR");

    Ended verify = run(spillway, "verify", "out");
    assertThat(verify.exitCode()).as(verify.output()).isZero();
    assertThat(verify.output()).contains("500 rows", " 0 duplicates");
    assertThat(run(spillway, "--version").output()).matches("spillway \\d+\\.\\d+\\.\\d+\\s*");
  }

  /** Pages are read where they lie: what they link to and what commands name is there too. */
  @Test
  void everyLinkOfThePagesLeadsToAFileOfTheRelease() throws Exception {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link =
          Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)").matcher(Files.readString(page));
      while (link.find()) {
        links++;
        if (!Files.exists(page.resolveSibling(link.group(1)).normalize())) {
          broken.add(installed.relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(100);
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> tree = Files.walk(installed)) {
      return tree.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  /** What lies there as a jar of its own; what is inside the job's jar is in its own list. */
  @Test
  void everyJarOfOthersIsInTheListOfComponentsAndItsLicenceInThatOfLicences() throws Exception {
    Set<String> components = new TreeSet<>();
    for (String module : List.of("core", "operators", "job", "tools")) {
      Path list = installed.resolve("sbom/" + module + "/bom.json");
      for (JsonNode component : new ObjectMapper().readTree(list.toFile()).path("components")) {
        String jar = component.path("name").asText() + "-" + component.path("version").asText();
        components.add(jar + ".jar");
      }
    }
    Set<String> licensed = licensed();
    for (String folder : List.of("jars/flink", "jars/tools")) {
      try (Stream<Path> jars = Files.list(installed.resolve(folder))) {
        for (String jar : jars.map(path -> path.getFileName().toString()).toList()) {
          if (!jar.startsWith("spillway-")) {
            assertThat(components).contains(jar);
            assertThat(licensed).contains(jar);
          }
        }
      }
    }
    assertThat(components).contains("jackson-databind-" + jackson() + ".jar");
  }

  /** The jars of the table's components that have a licence. */
  private Set<String> licensed() throws IOException {
    String table = Files.readString(installed.resolve("docs/third-party.md"));
    Set<String> jars = new TreeSet<>();
    Pattern.compile("(?m)^\\| [^|:]*:([^|]*) \\| ([^|]*) \\| [A-Z].*\\|$")
        .matcher(table)
        .results()
        .forEach(row -> jars.add(row.group(1) + "-" + row.group(2) + ".jar"));
    return jars;
  }

  private static String jackson() throws IOException {
    Matcher version =
        Pattern.compile("<jackson.version>([^<]*)<")
            .matcher(Files.readString(Repository.root().resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @Test
  void thePluginOfTheRightVersionIsBroughtAndItsChecksumIsHeldAgainstIt() throws Exception {
    Path there = folder.resolve("maven/org/apache/flink/flink-s3-fs-hadoop");
    String version = flink();
    Path jar = there.resolve(version + "/flink-s3-fs-hadoop-" + version + ".jar");
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "a plugin");
    Path sum = Path.of(jar + ".sha1");
    Files.writeString(sum, "0".repeat(40));
    Map<String, String> maven =
        Map.of("SPILLWAY_MAVEN", folder.resolve("maven").toUri().toString().replaceAll("/$", ""));
    String plugin = installed.resolve("bin/spillway-plugin").toString();

    Ended wrong = run(maven, plugin, "s3");
    assertThat(wrong.exitCode()).isEqualTo(3);
    assertThat(wrong.output()).contains("checksum");
    assertThat(run(maven, plugin, "hdfs").exitCode()).isEqualTo(2);

    Files.writeString(sum, run("sha1sum", jar.toString()).output().substring(0, 40));
    Ended right = run(maven, plugin, "s3");
    assertThat(right.exitCode()).as(right.output()).isZero();
    Path brought = installed.resolve("plugins/flink-s3-fs-hadoop").resolve(jar.getFileName());
    assertThat(brought).hasContent("a plugin");
  }

  private String flink() throws IOException {
    try (Stream<Path> jars = Files.list(installed.resolve("jars/flink"))) {
      return jars.map(jar -> jar.getFileName().toString())
          .filter(name -> name.matches("flink-runtime-[0-9.]+\\.jar"))
          .map(name -> name.substring("flink-runtime-".length(), name.length() - ".jar".length()))
          .findFirst()
          .orElseThrow();
    }
  }

  private record Ended(int exitCode, String output) {}

  private Ended run(String... command) throws Exception {
    return run(Map.of(), command);
  }

  private Ended run(Map<String, String> environment, String... command) throws Exception {
    File output = Files.createTempFile(folder, "output", ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(List.of(command)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder.environment().putAll(environment);
    builder
        .environment()
        .put("SPILLWAY_JVM_OPTS", "-Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output.toPath()));
  }
}
