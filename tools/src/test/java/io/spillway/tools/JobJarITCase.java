package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.CoreOptions;
import org.junit.jupiter.api.Test;

/** What is in the jar that a cluster loads beside its own. */
class JobJarITCase {
  private static final Path TARGET = Path.of(System.getProperty("spillway.root"), "job", "target");
  private static final Path JAR = TARGET.resolve("spillway-job.jar");
  private static final Pattern VERSIONED = Pattern.compile("^META-INF/versions/\\d+/");

  /**
   * Of other libraries jar and cluster may have different versions: child-first keeps them apart.
   */
  @Test
  void jarHoldsNoClassThatTheClusterLoadsFromItsOwn() throws IOException {
    Set<String> cluster = new HashSet<>();
    List<Path> jars;
    try (Stream<Path> files = Files.list(TARGET.resolve("flink"))) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    for (Path jar : jars) {
      cluster.addAll(classes(jar));
    }
    assertThat(cluster).contains("org/apache/flink/configuration/Configuration.class");

    Set<String> both = new TreeSet<>(classes(JAR));
    both.retainAll(cluster);
    List<String> own = CoreOptions.ALWAYS_PARENT_FIRST_LOADER_PATTERNS.defaultValue();
    both.removeIf(name -> own.stream().noneMatch(p -> name.replace('/', '.').startsWith(p)));
    assertThat(both).isEmpty();
  }

  @Test
  void jarHoldsWhatTheClusterLacks() throws IOException {
    assertThat(classes(JAR))
        .contains(
            "io/spillway/job/SubmittedJob.class",
            "io/spillway/spool/SpoolOperator.class",
            "org/apache/flink/connector/kafka/source/KafkaSource.class",
            "org/apache/flink/connector/file/sink/FileSink.class",
            "org/apache/kafka/clients/consumer/KafkaConsumer.class",
            "org/elasticsearch/client/RestClient.class",
            "org/apache/http/impl/nio/client/HttpAsyncClientBuilder.class");
  }

  @Test
  void jarHoldsNothingThatLooksAtAPipelineFromOutside() throws IOException {
    assertThat(classes(JAR))
        .noneMatch(name -> name.matches("io/spillway/(tools|bench|testing)/.*|picocli/.*"));
  }

  @Test
  void jarCarriesTheLicencesOfWhatItHolds() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (String name :
          List.of("META-INF/NOTICE", "META-INF/licenses/antlr4", "META-INF/licenses/zstd-jni")) {
        assertThat(jar.getEntry(name)).as(name).isNotNull();
      }
    }
  }

  private static Set<String> classes(Path jar) throws IOException {
    Set<String> classes = new HashSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> VERSIONED.matcher(entry.getName()).replaceFirst(""))
          .filter(name -> name.endsWith(".class") && !name.equals("module-info.class"))
          .forEach(classes::add);
    }
    return classes;
  }
}
