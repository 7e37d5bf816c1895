package io.spillway.job.config;

import io.spillway.policy.EventType;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyOverrides;
import io.spillway.tables.TableRules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A whole pipeline definition, checked: every value is in its range and no two contradict each
 * other. Only {@link PipelineLoader} makes one. Printing it never shows a secret.
 *
 * @param sources one or more
 * @param tables which tables are delivered, and what of them
 * @param storage absent where object storage is switched off
 * @param elasticsearch absent where the search sink is switched off
 * @param control absent where settings cannot be changed while the job runs
 */
public record PipelineConfig(
    PipelineSection pipeline,
    List<SourceConfig> sources,
    TableRules tables,
    DispatcherBy dispatcherBy,
    SpoolConfig spool,
    Optional<StorageConfig> storage,
    Optional<ElasticsearchConfig> elasticsearch,
    CursorConfig cursor,
    ErrorsConfig errors,
    Optional<ControlConfig> control) {

  public PipelineConfig {
    sources = List.copyOf(sources);
  }

  /** The same, whose bounded topics are read from where their groups have committed. */
  public PipelineConfig behindLastRun() {
    return new PipelineConfig(
        pipeline,
        sources.stream().map(PipelineConfig::behindLastRun).toList(),
        tables,
        dispatcherBy,
        spool,
        storage,
        elasticsearch,
        cursor,
        errors,
        control);
  }

  /** The same with so many subtasks, 1..32767, whatever the file says. */
  public PipelineConfig withParallelism(int subtasks) {
    return new PipelineConfig(
        new PipelineSection(
            pipeline.name(),
            OptionalInt.of(subtasks),
            pipeline.checkpointInterval(),
            pipeline.checkpointDir(),
            pipeline.flink()),
        sources,
        tables,
        dispatcherBy,
        spool,
        storage,
        elasticsearch,
        cursor,
        errors,
        control);
  }

  private static SourceConfig behindLastRun(SourceConfig source) {
    return source instanceof SourceConfig.KafkaSource topics
            && topics.end() == SourceConfig.End.LATEST
        ? topics.from(new SourceConfig.Start.Committed())
        : source;
  }

  /** What every failure means to this pipeline. */
  public PolicyMatrix policy() {
    return overriddenPolicy().matrix();
  }

  PolicyOverrides.Outcome overriddenPolicy() {
    return PolicyOverrides.apply(basePolicy(), errors.overrides());
  }

  /** What it means before the overrides. */
  public PolicyMatrix basePolicy() {
    PolicyMatrix matrix = JobMatrix.DEFAULT;
    if (elasticsearch.isPresent()) {
      matrix = matrix.replacing(elasticsearch.get().unknownAnswers().row());
    }
    if (errors.lostTransactions() == ErrorsConfig.LostTransactions.GO_ON) {
      matrix =
          matrix
              .replacing(JobMatrix.lostTransaction(EventType.CURSOR_COMMIT, true))
              .replacing(JobMatrix.lostTransaction(EventType.LETTER_COMMIT, true));
    }
    return matrix;
  }

  /** The unit of order: a table, or one source partition of a table. */
  public enum DispatcherBy {
    TABLE,
    TABLE_AND_PARTITION
  }
}
