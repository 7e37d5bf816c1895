package io.spillway.source;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;

/** Whether what a split's state says is to be read next is still there. */
interface Retention<S extends SourceSplit> extends Serializable {
  /**
   * Finds out where each split can be read from, in their order. May wait for the source.
   *
   * @throws LostMessagesException where messages are gone and reading must not go on without them
   */
  List<SplitStart<S>> starts(List<ResolvedSplit<S>> saved);

  /** For a source that keeps everything. */
  static <S extends SourceSplit> Retention<S> forever() {
    return saved -> saved.stream().map(SplitStart::asSaved).toList();
  }
}
