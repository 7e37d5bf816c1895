package io.spillway.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.schema.TableStructure;
import io.spillway.storage.Samples;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FileNumbersTest {
  private final FakeBucket bucket = new FakeBucket();
  private final FileNumbers numbers = new FileNumbers("", null);

  /** Data files and index entries, without content. */
  private static final class FakeBucket implements Bucket {
    final Set<DataFile> files = new HashSet<>();
    long indexed;
    int looks;

    @Override
    public boolean hasTable(TableId table) {
      return indexed > 0 || files.stream().anyMatch(f -> f.dir().table().equals(table));
    }

    @Override
    public Optional<TableStructure> structure(TableId table, long version) {
      return Optional.empty();
    }

    @Override
    public Collection<Long> schemaVersions(TableId table) {
      looks++;
      return List.of(7L);
    }

    @Override
    public long lastNumber(DataDir dir, String dispatcher, long atLeast) {
      looks++;
      long last = Math.max(atLeast, indexed);
      while (files.contains(new DataFile(dir, dispatcher, last + 1))) {
        last++;
      }
      return last;
    }

    @Override
    public void endBegun(TableId table, String dispatcher) {}

    @Override
    public List<DataFile> dataFiles(TableId table, String dispatcher) {
      return files.stream().filter(f -> f.dir().table().equals(table)).toList();
    }

    @Override
    public boolean isUsed() {
      return !files.isEmpty();
    }

    @Override
    public Optional<BegunPlan> begun() {
      return Optional.empty();
    }

    @Override
    public InputStream open(DataFile file) {
      return InputStream.nullInputStream();
    }
  }

  private static DataDir dir(long version, String date) {
    return new DataDir(Samples.ORDERS, version, date);
  }

  private long next(FileNumbers from, DataDir dir) throws Exception {
    return from.next(dir, 1, bucket).number();
  }

  @Test
  void numbersCountFromOneInEachDirectory() throws Exception {
    assertThat(next(numbers, dir(1, "2026-01-15"))).isEqualTo(1);
    assertThat(next(numbers, dir(1, "2026-01-15"))).isEqualTo(2);
    assertThat(next(numbers, dir(1, "2026-01-16"))).isEqualTo(1);
    assertThat(next(numbers, dir(9, "2026-01-15"))).isEqualTo(1);
    assertThat(bucket.looks).as("an empty bucket isn't looked into").isZero();
  }

  @Test
  void anIndexFileSaysWhereToGoOn() throws Exception {
    bucket.indexed = 5;
    assertThat(next(numbers, dir(1, ""))).isEqualTo(6);
    assertThat(next(numbers, dir(1, ""))).isEqualTo(7);
    assertThat(bucket.looks).isEqualTo(1);
  }

  @Test
  void aDataFileThatNoIndexCoversIsSteppedOver() throws Exception {
    bucket.files.add(new DataFile(dir(1, ""), "", 1));
    bucket.files.add(new DataFile(dir(1, ""), "", 2));
    bucket.indexed = 1;
    assertThat(next(numbers, dir(1, ""))).isEqualTo(3);
  }

  @Test
  void aDataFileWithoutAnyIndexFileIsSteppedOver() throws Exception {
    bucket.files.add(new DataFile(dir(1, ""), "", 1));
    assertThat(next(numbers, dir(1, ""))).isEqualTo(2);
  }

  @Test
  void afterARestartTheNextNumberFollowsAndTheNextDayStartsAtOne() throws Exception {
    next(numbers, dir(1, "2026-01-15"));
    bucket.files.add(new DataFile(dir(1, "2026-01-15"), "", 1));
    FileNumbers restarted = new FileNumbers("", numbers.ledger());
    assertThat(next(restarted, dir(1, "2026-01-15"))).isEqualTo(2);
    assertThat(next(restarted, dir(1, "2026-01-16"))).isEqualTo(1);
  }

  @Test
  void aRestoreFromAnOlderPointStepsOverWhatWasWrittenSince() throws Exception {
    next(numbers, dir(1, ""));
    FileNumbers.Ledger old = numbers.ledger();
    for (int i = 1; i <= 5; i++) {
      bucket.files.add(new DataFile(dir(1, ""), "", i));
    }
    bucket.indexed = 4;
    assertThat(next(new FileNumbers("", old), dir(1, ""))).isEqualTo(6);
  }

  @Test
  void stateCountsWhereTheBucketHasNothingYet() throws Exception {
    next(numbers, dir(1, ""));
    next(numbers, dir(1, ""));
    assertThat(next(new FileNumbers("", numbers.ledger()), dir(1, ""))).isEqualTo(3);
  }

  @Test
  void dispatchersOfOneDirectoryHaveTheirOwnNumbers() throws Exception {
    FileNumbers other = new FileNumbers("orders-3", null);
    next(numbers, dir(1, ""));
    DataFile file = other.next(dir(1, ""), 1, bucket);
    assertThat(file.number()).isEqualTo(1);
    assertThat(file.dispatcher()).isEqualTo("orders-3");
  }

  @Test
  void theDateDoesNotGoBackForAClockThatIsALittleBehind() {
    assertThat(numbers.date("2026-01-15", "2026-01-16")).isEqualTo("2026-01-15");
    assertThat(numbers.date("2026-01-14", "2026-01-15")).isEqualTo("2026-01-15");
    assertThat(new FileNumbers("", numbers.ledger()).date("2026-01-14", "2026-01-15"))
        .isEqualTo("2026-01-15");
    assertThat(numbers.date("2026-01-16", "2026-01-17")).isEqualTo("2026-01-16");
  }

  @Test
  void aClockThatWasInAnotherCenturyPinsNoDate() {
    assertThat(numbers.date("2099-01-01", "2099-01-02")).isEqualTo("2099-01-01");
    assertThat(new FileNumbers("", numbers.ledger()).date("2026-01-15", "2026-01-16"))
        .isEqualTo("2026-01-15");
    assertThat(numbers.date("2026-01-15", "2026-01-16")).isEqualTo("2026-01-15");
  }

  @Test
  void anotherSeparatorIsInEffectForTheNextFile() {
    numbers.date("2026-01-15", "2026-01-16");
    assertThat(numbers.date("", "")).isEmpty();
    numbers.date("2026-01-15", "2026-01-16");
    assertThat(numbers.date("2026", "2026")).isEqualTo("2026");
  }

  @Test
  void anotherGranularityTakesEffectAndStillNeverGoesBack() {
    FileNumbers numbers = new FileNumbers("", null);
    assertThat(numbers.date("2026-01-15", "2026-01-16")).isEqualTo("2026-01-15");
    assertThat(numbers.date("2026-01", "2026-01")).as("coarser").isEqualTo("2026-01");
    assertThat(numbers.date("2025-12", "2026-01")).as("the clock goes back").isEqualTo("2026-01");
    assertThat(numbers.date("2025-12-31", "2026-01-01")).as("finer").isEqualTo("2026-01-01");
    assertThat(numbers.date("2026-02-03", "2026-02-04")).isEqualTo("2026-02-03");
    assertThat(numbers.date("", "")).as("none").isEmpty();
    assertThat(numbers.isChanged()).isTrue();
    assertThat(new FileNumbers("", numbers.ledger()).date("2026", "2026")).isEqualTo("2026");
    assertThat(numbers.date("2026-02-03", "2026-02-04")).as("from none").isEqualTo("2026-02-03");
  }

  @Test
  void theFirstVersionIsAnnouncedOnceAcrossRestarts() {
    assertThat(numbers.announceBase()).isTrue();
    assertThat(numbers.announceBase()).isFalse();
    assertThat(new FileNumbers("", numbers.ledger()).announceBase()).isFalse();
  }

  @Test
  void aTableThatTheBucketDoesNotHaveHasNoVersionsToLookUp() throws Exception {
    assertThat(numbers.bucketVersions(bucket, Samples.ORDERS)).isEmpty();
    assertThat(bucket.looks).isZero();
  }

  @Test
  void versionsInTheBucketAreLookedUpOnce() throws Exception {
    bucket.indexed = 1;
    assertThat(numbers.bucketVersions(bucket, Samples.ORDERS)).containsExactly(7L);
    FileNumbers restarted = new FileNumbers("", numbers.ledger());
    assertThat(restarted.bucketVersions(bucket, Samples.ORDERS)).containsExactly(7L);
    assertThat(bucket.looks).isEqualTo(1);
  }

  @Test
  void manyOldDirectoriesAreForgottenAndAskedForInTheBucket() throws Exception {
    for (int i = 1; i <= 9; i++) {
      numbers.next(dir(i, ""), i, bucket);
      bucket.files.add(new DataFile(dir(i, ""), "", 1));
    }
    numbers.forgetUntil(4);
    assertThat(numbers.ledger().directories()).hasSize(5);
    assertThat(numbers.next(dir(3, ""), 10, bucket).number()).isEqualTo(2);
    assertThat(numbers.next(dir(8, ""), 10, bucket).number()).isEqualTo(2);
  }

  @Test
  void aFewDirectoriesAreNeverForgotten() throws Exception {
    for (int i = 1; i <= 8; i++) {
      numbers.next(dir(i, ""), i, bucket);
    }
    numbers.forgetUntil(100);
    assertThat(numbers.ledger().directories()).hasSize(8);
  }

  @Test
  void aLedgerIsChangedByUseAndUnchangedOnceTaken() throws Exception {
    assertThat(numbers.isChanged()).isFalse();
    next(numbers, dir(1, ""));
    assertThat(numbers.isChanged()).isTrue();
    numbers.ledger();
    assertThat(numbers.isChanged()).isFalse();
  }

  private static DataFile file(DataDir dir, long number) {
    return new DataFile(dir, "", number);
  }

  @Test
  void filesBeyondTheStateAreUnknown() throws Exception {
    next(numbers, dir(1, ""));
    next(numbers, dir(1, ""));
    List<DataFile> inBucket =
        List.of(file(dir(1, ""), 2), file(dir(1, ""), 3), file(dir(9, ""), 1));
    assertThat(numbers.unknown(inBucket, dir -> 0))
        .containsExactly(file(dir(1, ""), 3), file(dir(9, ""), 1));
  }

  @Test
  void aDirectoryThatWasForgottenIsKnownToState() throws Exception {
    for (int day = 10; day < 20; day++) {
      next(numbers, dir(1, "2026-01-" + day));
    }
    numbers.forgetUntil(1);
    List<FileNumbers.Directory> forgotten = numbers.takeForgotten();
    assertThat(forgotten).hasSize(10);
    assertThat(numbers.takeForgotten()).isEmpty();
    DataDir tenth = dir(1, "2026-01-10");
    assertThat(numbers.unknown(List.of(file(tenth, 1), file(tenth, 2)), dir -> 1))
        .containsExactly(file(tenth, 2));
  }

  @Test
  void numbersGoOnBehindAFileThatIsKnownNow() throws Exception {
    numbers.know(file(dir(1, ""), 4), 1);
    assertThat(numbers.isChanged()).isTrue();
    assertThat(next(numbers, dir(1, ""))).isEqualTo(5);
  }
}
