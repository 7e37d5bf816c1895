package io.spillway.source;

import io.spillway.event.Gap;
import java.util.Optional;

/**
 * Where a split is read from.
 *
 * @param split as its reader gets it
 * @param gap what is missing before that
 */
record SplitStart<S>(S split, Optional<Gap> gap) {
  static <S> SplitStart<S> asSaved(S split) {
    return new SplitStart<>(split, Optional.empty());
  }
}
