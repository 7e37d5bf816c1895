package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicPatternsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(.*a){20}",
        "(a+)+\\1x",
        "(.*)(.*)(.*)(.*)x",
        "(.*){1,32000}[bc]",
        "s*s*s*s*s*s*-",
        "(\\w*\\w*\\w*){3}\\."
      })
  void whatTakesForEverIsFound(String pattern) {
    assertThat(TopicPatterns.explodesOn(Pattern.compile(pattern))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop\\..*",
        ".*",
        "(shop|store)\\.(orders|lines)_\\d+",
        "^cdc-[a-z0-9]+-[a-z]+$",
        "(?i)shop.*\\.orders",
        ".*shop.*orders.*",
        "(a+)+x",
        "db\\d{1,3}\\.[^.]+\\.[^.]+",
        "(?!__).*",
        "([a-z]+\\.)*orders"
      })
  void usualPatternsAreNot(String pattern) {
    assertThat(TopicPatterns.explodesOn(Pattern.compile(pattern))).isEmpty();
  }

  @Test
  void theFaultNamesThePattern() {
    Pipelines pipelines = new Pipelines(folder);
    assertThat(
            pipelines.faults(
                """
                pipeline: {name: shop}
                sources:
                  - type: kafka
                    bootstrap-servers: b:9092
                    topic-pattern: (.*a){20}
                storage: {path: out}
                """))
        .singleElement()
        .asString()
        .startsWith("5: sources[0].topic-pattern: \"(.*a){20}\" takes for ever on names such as ");
  }
}
