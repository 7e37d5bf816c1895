package io.spillway.source;

import io.spillway.event.Gap;
import java.util.Optional;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Where a split is read from.
 *
 * @param split as its reader gets it
 * @param gap what is missing before that
 * @param identity of what it is a part of, see {@link ResolvedSplit}
 */
record SplitStart<S extends SourceSplit>(S split, Optional<Gap> gap, String identity) {
  static <S extends SourceSplit> SplitStart<S> asSaved(ResolvedSplit<S> saved) {
    return new SplitStart<>(saved.split(), Optional.empty(), saved.identity());
  }
}
