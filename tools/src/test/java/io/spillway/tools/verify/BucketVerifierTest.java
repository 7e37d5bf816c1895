package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketVerifierTest {
  @TempDir Path dir;

  private BucketFixture good() {
    return BucketFixture.good(dir.resolve("bucket"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aGoodBucketHasNoFault(boolean live) throws IOException {
    VerifyReport report = good().verify(live);
    assertThat(report.faults()).isEmpty();
    assertThat(report.ok()).isTrue();
    assertThat(report.strays()).isEmpty();
    assertThat(report.checkpointTs()).hasValue(BucketFixture.CHECKPOINT_TS);
    assertThat(report.rows()).isEqualTo(new VerifyReport.Rows(11, 901, 2700, 1, 0, true));
    assertThat(report.files().tables()).isEqualTo(2);
    assertThat(report.files().versions()).isEqualTo(3);
    assertThat(report.files().count()).isEqualTo(6);
    assertThat(report.files().uncovered()).isZero();
    int row = BucketFixture.row("orders", 1001, 1).getBytes(UTF_8).length;
    int shorter = BucketFixture.row("items", 901, 2).getBytes(UTF_8).length;
    assertThat(report.files().medianBytes()).isEqualTo(2 * row + 4);
    assertThat(report.files().bytes()).isEqualTo(8L * (row + 2) + 2L * (shorter + 2) + shorter + 3);
  }

  @ParameterizedTest
  @EnumSource(Breakage.class)
  void eachBreakageGivesExactlyItsFault(Breakage breakage) throws IOException {
    BucketFixture bucket = good();
    breakage.breaker.accept(bucket);
    VerifyReport report = bucket.verify(false);
    assertThat(report.faultCounts().keySet())
        .as("%s", report.faults())
        .containsExactly(breakage.fault);
    assertThat(report.ok()).isFalse();
    assertThat(report.faults()).first().extracting(Fault::path).asString().isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(Breakage.class)
  void besideARunningJobOnlyPassingStatesAreLegal(Breakage breakage) throws IOException {
    BucketFixture bucket = good();
    breakage.breaker.accept(bucket);
    VerifyReport report = bucket.verify(true);
    Set<FaultKind> expected = breakage.isLegalWhenLive() ? Set.of() : EnumSet.of(breakage.fault);
    assertThat(report.faultCounts().keySet()).as("%s", report.faults()).isEqualTo(expected);
  }

  @Test
  void everyKindOfFaultIsTried() {
    EnumSet<FaultKind> tried = EnumSet.of(FaultKind.FILE_VANISHED); // BucketVerifierLiveTest
    for (Breakage breakage : Breakage.values()) {
      tried.add(breakage.fault);
    }
    assertThat(tried).isEqualTo(EnumSet.allOf(FaultKind.class));
  }

  @Test
  void filesBeyondTheIndexAreNotReadBesideARunningJob() throws IOException {
    BucketFixture bucket = good();
    bucket.write(BucketFixture.ALTERED + "/CDC000002.json", "half a row");
    bucket.write(BucketFixture.ALTERED + "/CDC000005.json", "");
    VerifyReport report = bucket.verify(true);
    assertThat(report.faults()).isEmpty();
    assertThat(report.files().uncovered()).isEqualTo(2);
    assertThat(report.files().count()).isEqualTo(6);
  }

  @Test
  void lineFeedsAloneEndRowsToo() throws IOException {
    BucketFixture bucket = good();
    bucket.edit(BucketFixture.DAY + "/CDC000001.json", "\r\n", "\n");
    VerifyReport report = bucket.verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().count()).isEqualTo(11);
  }

  @Test
  void duplicatesAreCountedAndNoFault() throws IOException {
    BucketFixture bucket = good();
    String last = BucketFixture.NEXT_DAY + "/CDC000001.json";
    bucket.rows(last, bucket.read(BucketFixture.DAY + "/CDC000002.json").strip().split("\r\n"));
    VerifyReport report = bucket.verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().duplicates()).isEqualTo(2);
  }

  @Test
  void rowsOfOtherKeyTimeOrTypeAreNoDuplicates() throws IOException {
    BucketFixture bucket = good();
    String row = BucketFixture.row("orders", 1001, 1);
    bucket.rows(
        BucketFixture.DAY + "/CDC000001.json",
        row,
        row.replace("INSERT", "DELETE"),
        row.replace("\"id\":\"1\"", "\"id\":\"9\""),
        row.replace("1001}", "1002}"));
    bucket.rows(BucketFixture.DAY + "/CDC000002.json", BucketFixture.row("orders", 1500, 1));
    assertThat(bucket.verify(false).rows().duplicates()).isZero();
  }

  @Test
  void rowsWithoutAKeyAreNotJudgedAsDuplicates() throws IOException {
    BucketFixture bucket = good();
    String row = BucketFixture.row("orders", 1500, 1).replace("[\"id\"]", "null");
    bucket.rows(BucketFixture.DAY + "/CDC000002.json", row, row);
    VerifyReport report = bucket.verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().duplicates()).isZero();
  }

  @Test
  void whatIsNotRememberedIsSaid() throws IOException {
    BucketFixture bucket = good();
    VerifyReport report =
        new BucketVerifier(false, 7, () -> {}).verify(bucket.path(), (f, r, b) -> {});
    assertThat(report.rows().duplicatesComplete()).isFalse();
    report = new BucketVerifier(false, 8, () -> {}).verify(bucket.path(), (f, r, b) -> {});
    assertThat(report.rows().duplicatesComplete()).isTrue();
  }

  @Test
  void withoutTheExtensionTheTimeOfTheMessageCounts() throws IOException {
    BucketFixture bucket = good();
    String row =
        BucketFixture.row("items", 1700, 1)
            .replace(",\"_tidb\":{\"commitTs\":1700}", "")
            .replace("\"es\":0", "\"es\":2");
    bucket.rows(BucketFixture.ITEMS + "/CDC_12345_000001.json", row);
    VerifyReport report = bucket.verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().maxCommitTs()).isEqualTo(2L << 18);
  }

  @Test
  void strayObjectsAreNamedAndNoFault() throws IOException {
    BucketFixture bucket = good();
    bucket.write("readme.txt", "");
    bucket.write("shop/x", "");
    bucket.write("shop/orders/1000/2026-1-5/CDC000001.json", "");
    bucket.write("shop/orders/1000/2026-01-15/CDC000001.tsv", "");
    bucket.write("shop/orders/1000/2026-01-15/_SUCCESS", "");
    VerifyReport report = bucket.verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.strays())
        .containsExactlyInAnyOrder(
            "readme.txt",
            "shop/x",
            "shop/orders/1000/2026-1-5/CDC000001.json",
            "shop/orders/1000/2026-01-15/CDC000001.tsv");
    assertThat(report.strayCount()).isEqualTo(4);
  }

  @Test
  void aTableWhoseNameStartsWithAnUnderscoreIsRead() throws IOException {
    BucketFixture bucket = good();
    bucket.rows("shop/_t/1/CDC000001.json", BucketFixture.row("_t", 5, 1));
    assertThat(bucket.verify(false).faultCounts())
        .isEqualTo(Map.of(FaultKind.SCHEMA_MISSING, 1L, FaultKind.INDEX_MISSING, 1L));
  }

  @Test
  void faultsBeyondTheFirstAreStillCounted() throws IOException {
    BucketFixture bucket = good();
    bucket.write(BucketFixture.DAY + "/CDC000001.json", "x\n".repeat(1000));
    VerifyReport report = bucket.verify(false);
    assertThat(report.faultCounts()).isEqualTo(Map.of(FaultKind.ROW_CONTENT, 1000L));
    assertThat(report.faults()).hasSize(FaultLog.KEPT);
  }

  @Test
  void progressIsToldAfterEveryFile() throws IOException {
    List<Long> rows = new ArrayList<>();
    new BucketVerifier(false, 10, () -> {}).verify(good().path(), (f, r, b) -> rows.add(r));
    assertThat(rows).hasSize(6).isSorted().last().isEqualTo(11L);
  }

  @Test
  void nothingToReadIsAnError() {
    org.apache.flink.core.fs.Path nowhere =
        new org.apache.flink.core.fs.Path(dir.resolve("nowhere").toUri());
    assertThatThrownBy(
            () -> new BucketVerifier(false, 10, () -> {}).verify(nowhere, (f, r, b) -> {}))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("nothing at");
  }
}
