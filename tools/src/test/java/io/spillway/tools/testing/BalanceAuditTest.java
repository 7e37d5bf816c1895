package io.spillway.tools.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import io.spillway.event.ReadCounts;
import io.spillway.plan.Balance;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class BalanceAuditTest {
  private static final CursorState NONE = CursorState.none(CursorKind.TIME);

  /** A file and no path, so that it isn't audited: what is written here has faults. */
  @TempDir File holder;

  private Path log(CursorStep step, Balance balance) throws IOException {
    Path folder = Files.createDirectories(holder.toPath().resolve("out/_cursor"));
    Path file = folder.resolve("BACKFILL~p.cursor-events-" + step.seq() + ".ndjson");
    try (OutputStream out = Files.newOutputStream(file)) {
      new CursorEventJson()
          .write(
              new CursorEvent(
                  CursorKey.parse("HARVEST/GLOBAL/"),
                  step,
                  balance == null ? new Work.Reached(1) : new Work.Counted(1, balance),
                  new CursorEvent.Origin("p", "r", 0),
                  step.seq()),
              out);
    }
    return folder.getParent();
  }

  private static Balance balance(long read) {
    return new Balance(new ReadCounts(read, 1, 0, 0), 2, 2, 0);
  }

  @Test
  void itStandsBehindEveryTest(TestInfo test) {
    assertThat(BalanceAudit.watched()).isEqualTo(test.getTestMethod().orElseThrow().getName());
  }

  @Test
  void aLogWhoseRowsBalancePasses() throws IOException {
    Path out = log(NONE.mark(CursorReason.BALANCE), balance(5));
    assertThatCode(() -> BalanceAudit.requireBalanced(out)).doesNotThrowAnyException();
  }

  @Test
  void oneMissingRowFailsTheTest() throws IOException {
    Path out = log(NONE.mark(CursorReason.BALANCE), balance(6));
    assertThatThrownBy(() -> BalanceAudit.requireBalanced(out))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("UNBALANCED of HARVEST/GLOBAL/ at event 1: 1 rows unaccounted for");
  }

  @Test
  void aValueThatGoesBackFailsTheTest() throws IOException {
    Path out = log(new CursorStep(1, CursorReason.ADVANCED, CursorKind.TIME, "9", "8", "8"), null);
    assertThatThrownBy(() -> BalanceAudit.requireBalanced(out))
        .hasMessageContaining("REGRESS")
        .hasMessageContaining("from 9 back to 8");
  }
}
