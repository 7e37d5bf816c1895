package io.spillway.tools.letters;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.SourceConfig;
import io.spillway.job.config.SourceConfig.KafkaSource;
import io.spillway.job.config.SourceConfig.MessageFormat;
import io.spillway.job.start.SourceIdentity;
import io.spillway.policy.DeadLetter;
import io.spillway.tables.TableRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which source of a pipeline a letter came from. */
public final class LetterSource {
  private LetterSource() {}

  /**
   * The Kafka source that reads its topic; empty where none does.
   *
   * @throws IllegalArgumentException where the letter doesn't say which of several it is
   */
  public static Optional<KafkaSource> of(DeadLetter letter, PipelineConfig config) {
    List<KafkaSource> found = new ArrayList<>();
    for (SourceConfig source : config.sources()) {
      SourceIdentity identity = SourceIdentity.of(source);
      if (source instanceof KafkaSource kafka
          && identity.reads(letter.position().partition().source())
          && (letter.source().isEmpty() || identity.isOrigin(letter.source()))) {
        found.add(kafka);
      }
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          letter.position()
              + " may come from "
              + String.join(
                  " or ", found.stream().map(each -> each.connection().brokers()).toList())
              + ", and the letter doesn't say which; --into FOLDER puts it into a file");
    }
    return found.stream().findFirst();
  }

  /**
   * Whether what the letter has is not what the topic had: a row that the search engine has refused
   * is canal-json by then, whatever it came as, and has the names and masks of the rules, which
   * must not be applied once more.
   */
  public static boolean isTranslated(DeadLetter letter, KafkaSource source, TableRules rules) {
    return letter.failure().stage().equals(DeadLetter.SEARCH)
        && (source.reading().format() != MessageFormat.CANAL_JSON
            || rules.rename()
            || rules.hideValues());
  }
}
