package io.spillway.job.logging;

import java.util.EnumSet;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Of the checkpoints that Flink gives up, lets pass only those that have failed. A job that starts,
 * ends or fails gives up others, too, also such that a task no longer takes: that is no failure, or
 * one that is logged with its reason.
 */
@Plugin(
    name = "FailedCheckpoints",
    category = Core.CATEGORY_NAME,
    elementType = Filter.ELEMENT_TYPE)
public final class FailedCheckpointFilter extends AbstractFilter {
  private static final Set<CheckpointFailureReason> FAILED =
      EnumSet.of(
          CheckpointFailureReason.IO_EXCEPTION,
          CheckpointFailureReason.CHECKPOINT_ASYNC_EXCEPTION,
          CheckpointFailureReason.CHECKPOINT_DECLINED,
          CheckpointFailureReason.CHECKPOINT_EXPIRED,
          CheckpointFailureReason.FINALIZE_CHECKPOINT_FAILURE);

  private FailedCheckpointFilter(Result match, Result mismatch) {
    super(match, mismatch);
  }

  /** Made by Log4j. */
  @PluginFactory
  public static FailedCheckpointFilter create(
      @PluginAttribute(value = "onMatch", defaultString = "NEUTRAL") Result match,
      @PluginAttribute(value = "onMismatch", defaultString = "DENY") Result mismatch) {
    return new FailedCheckpointFilter(match, mismatch);
  }

  @Override
  public Result filter(LogEvent event) {
    boolean isOther =
        event.getThrown() instanceof CheckpointException given
            && !FAILED.contains(given.getCheckpointFailureReason());
    return isOther ? getOnMismatch() : getOnMatch();
  }
}
