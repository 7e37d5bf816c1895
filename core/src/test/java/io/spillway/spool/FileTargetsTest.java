package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableFilter;
import io.spillway.plan.FlushReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables whose files have another size or age than those of all. */
class FileTargetsTest {
  private static final long SIZE = 1 << 20;
  private final RecordedPorts ports = new RecordedPorts();

  /** Files of table 1 are due by this, those of others at 1 MiB or after a second. */
  private Spool spool(FileTarget ofTableOne) {
    SpoolSettings all = Rows.settings(SIZE);
    FileTargets files =
        new FileTargets(
            all.files().everywhere(),
            List.of(
                new FileTargets.OfTables(
                    new TableFilter(List.of(Rows.table(1).toString()))::chooses, ofTableOne)));
    return ports.spool(
        new SpoolSettings(
            all.memory(),
            all.quotaBytes(),
            all.highBytes(),
            all.lowBytes(),
            files,
            0,
            all.dateSeparator(),
            all.zone(),
            all.stuckDdlMs(),
            all.label(),
            all.again()));
  }

  private List<String> sealed() {
    return ports.files.stream().map(file -> file.dispatcher() + " " + file.reason()).toList();
  }

  @Test
  void aTableIsSealedAtItsOwnSize() throws Exception {
    Spool spool = spool(new FileTarget(1000, 1000));
    for (int table = 1; table <= 2; table++) {
      for (int row = 0; row < 3; row++) {
        spool.row(Rows.row(Rows.table(table), 5 + row, 500), 0);
      }
    }
    spool.watermark(10, 0);
    assertThat(sealed())
        .isNotEmpty()
        .allMatch(file -> file.equals(Rows.table(1) + " " + FlushReason.SIZE));
  }

  @Test
  void aTableIsSealedAtItsOwnAge() throws Exception {
    Spool spool = spool(new FileTarget(SIZE, 5000));
    spool.row(Rows.row(Rows.table(1), 5, 100), 0);
    spool.row(Rows.row(Rows.table(2), 5, 100), 0);
    spool.watermark(10, 0);
    spool.tick(1000);
    assertThat(sealed()).containsExactly(Rows.table(2) + " " + FlushReason.INTERVAL);
    assertThat(spool.heldBack()).as("its row holds progress").isEqualTo(4);
    spool.tick(4999);
    assertThat(sealed()).hasSize(1);
    spool.tick(5000);
    assertThat(sealed()).contains(Rows.table(1) + " " + FlushReason.INTERVAL);
    assertThat(spool.heldBack()).isEqualTo(10);
  }
}
