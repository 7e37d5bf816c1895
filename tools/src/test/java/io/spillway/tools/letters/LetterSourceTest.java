package io.spillway.tools.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.event.TableFilter;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.policy.DeadLetter;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.Mask;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LetterSourceTest {
  @TempDir private Path folder;
  private PipelineConfig config;

  @BeforeEach
  void load() throws Exception {
    String yaml =
        """
        pipeline: {name: shop}
        sources:
          - {type: kafka, bootstrap-servers: 'k1:9092,k2:9092', topics: [orders]}
          - {type: kafka, bootstrap-servers: 'm1:9092', topics: [orders, users], format: debezium-json}
        storage: {path: out}
        """;
    config =
        PipelineLoader.load(Files.writeString(folder.resolve("pipeline.yaml"), yaml), Map.of());
  }

  private static DeadLetter letter(String source, String topic, String stage) {
    SourcePosition at = new SourcePosition(new SourcePartition(topic, 0), 5, -1);
    return new DeadLetter(
        new DeadLetter.Original(source, at, null, new byte[0], List.of()),
        new DeadLetter.Failure(stage, "kind", "why", 1, 0, 0),
        new DeadLetter.Subject("", "", null));
  }

  private String brokers(DeadLetter letter) {
    return LetterSource.of(letter, config).map(kafka -> kafka.connection().brokers()).orElse("-");
  }

  @Test
  void aLetterGoesBackToTheClusterThatItNames() {
    assertThat(brokers(letter("k2:9092,k3:9092", "orders", "decode"))).isEqualTo("k1:9092,k2:9092");
    assertThat(brokers(letter("m1:9092", "orders", "decode"))).isEqualTo("m1:9092");
    assertThat(brokers(letter("elsewhere:1", "orders", "decode"))).isEqualTo("-");
  }

  @Test
  void oneThatNamesNoneGoesByItsTopicUnlessTwoClustersHaveIt() {
    assertThat(brokers(letter("", "users", "decode"))).isEqualTo("m1:9092");
    assertThat(brokers(letter("", "mall", "decode"))).isEqualTo("-");
    assertThatThrownBy(() -> LetterSource.of(letter("", "orders", "decode"), config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("orders-0@5 may come from k1:9092,k2:9092 or m1:9092");
  }

  private boolean isTranslated(DeadLetter letter, TableRules rules) {
    return LetterSource.isTranslated(letter, LetterSource.of(letter, config).orElseThrow(), rules);
  }

  /** A mask of a mask, or a new name of a new name, is not what its table has. */
  @Test
  void whatHasBeenRuledIsReadAgainFromItsTopic() {
    TableRules masks =
        new TableRules(
            List.of(
                new TableRules.Rule(
                    new TableFilter(List.of("shop.*")),
                    false,
                    Set.of(),
                    new ColumnRules(Set.of(), Map.of("email", new Mask.Sha256())))));
    TableRules names =
        new TableRules(
            List.of(
                new TableRules.Rule(
                    new TableFilter(List.of("*.*")),
                    new Route.Renamed(new NamePart("lake"), new NamePart("{schema}_{table}")),
                    Set.of(),
                    ColumnRules.NONE,
                    TableRules.Files.AS_ALL,
                    1)));
    for (TableRules rules : List.of(masks, names)) {
      assertThat(isTranslated(letter("k1:9092", "orders", "search"), rules)).isTrue();
      assertThat(isTranslated(letter("k1:9092", "orders", "decode"), rules)).isFalse();
    }
  }

  @Test
  void onlyWhatTheSearchStageHadOfAnotherFormatIsTranslated() {
    DeadLetter search = letter("m1:9092", "users", "search");
    assertThat(isTranslated(search, TableRules.NONE)).isTrue();
    DeadLetter decode = letter("m1:9092", "users", "decode");
    assertThat(isTranslated(decode, TableRules.NONE)).isFalse();
    DeadLetter canal = letter("k1:9092", "orders", "search");
    assertThat(isTranslated(canal, TableRules.NONE)).isFalse();
  }

  @Test
  void lettersAtOnePositionOfTwoSourcesHaveTwoNames() {
    assertThat(Replays.name(letter("k1:9092", "orders", "decode")))
        .isEqualTo("decode orders-0@5 k1:9092")
        .isNotEqualTo(Replays.name(letter("m1:9092", "orders", "decode")));
    assertThat(Replays.name(letter("", "orders", "decode")))
        .as("as earlier versions have noted it")
        .isEqualTo("decode orders-0@5");
  }
}
