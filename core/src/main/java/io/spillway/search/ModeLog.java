package io.spillway.search;

import io.spillway.search.bulk.Decision;
import io.spillway.search.bulk.Mode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of the bulk controller's mode since the last barrier, with that with which it began.
 * While no checkpoint comes it keeps the newest {@value #MOST}; the log lines have all.
 */
final class ModeLog {
  private static final Logger LOG = LoggerFactory.getLogger(ModeLog.class);
  static final int MOST = 256;

  private final Deque<ModeChange> changes = new ArrayDeque<>();
  private Mode last;

  /** Notes the mode, and logs what has changed and why. */
  void decided(Decision decision, long nowMs) {
    note(decision.state().mode(), nowMs);
    if (decision.change() != null) {
      LOG.info("{}", decision.change());
    }
  }

  void note(Mode mode, long nowMs) {
    if (mode == last) {
      return;
    }
    last = mode;
    if (changes.size() == MOST) {
      changes.removeFirst();
    }
    changes.addLast(new ModeChange(nowMs, mode));
  }

  List<ModeChange> take() {
    List<ModeChange> taken = List.copyOf(changes);
    changes.clear();
    return taken;
  }
}
