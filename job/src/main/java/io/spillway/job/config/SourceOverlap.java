package io.spillway.job.config;

import io.spillway.job.config.SourceConfig.FilesSource;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.Topics;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds out whether two sources would read the same rows twice. */
final class SourceOverlap {
  private SourceOverlap() {}

  /** The folder, topic or pattern that both read. Two different patterns cannot be told apart. */
  static Optional<String> of(SourceConfig a, SourceConfig b) {
    if (a instanceof FilesSource one && b instanceof FilesSource other) {
      return one.path().equals(other.path())
          ? Optional.of("folder " + one.path())
          : Optional.empty();
    }
    if (a instanceof KafkaSource one && b instanceof KafkaSource other) {
      return sharesBroker(one, other) ? of(one.topics(), other.topics()) : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean sharesBroker(KafkaSource a, KafkaSource b) {
    Set<String> both = brokers(a);
    both.retainAll(brokers(b));
    return !both.isEmpty();
  }

  private static Set<String> brokers(KafkaSource source) {
    return new HashSet<>(Arrays.asList(source.connection().brokers().strip().split("\\s*,\\s*")));
  }

  private static Optional<String> of(Topics a, Topics b) {
    if (a instanceof Topics.Names names) {
      return names.names().stream()
          .filter(name -> reads(b, name))
          .map(name -> "topic " + name)
          .findFirst();
    }
    if (b instanceof Topics.Names) {
      return of(b, a);
    }
    return a.equals(b)
        ? Optional.of("topics " + ((Topics.Matching) a).pattern())
        : Optional.empty();
  }

  private static boolean reads(Topics topics, String name) {
    if (topics instanceof Topics.Names names) {
      return names.names().contains(name);
    }
    return Pattern.matches(((Topics.Matching) topics).pattern(), name);
  }
}
