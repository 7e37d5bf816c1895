package io.spillway.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.Work;
import io.spillway.event.CommitTs;
import io.spillway.tools.inspect.DispatcherContent;
import java.io.IOException;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Namespace NAMESPACE = new Namespace("HARVEST", "");
  private static final CursorStep STEP =
      new CursorStep(1, CursorReason.ADVANCED, CursorKind.TIME, null, "2", "2");

  private final PipelineReport report = new PipelineReport();

  @Test
  void tablesStandByWhatWaitsAndFilesByReason() throws IOException {
    report.checkpointTs(OptionalLong.of(CommitTs.ofMillis(NOW.minusSeconds(90).toEpochMilli())));
    report.accept(file("shop.cold", "shop/cold/1/1.json", "interval", 10, 100));
    report.accept(file("shop.cold", "shop/cold/1/2.json", "size", 20, 300));
    report.accept(file("shop.cold", "shop/cold/1/2.json", "size", 20, 300));
    DispatcherContent waiting = new DispatcherContent();
    waiting.dispatcher = "shop.hot";
    waiting.rows = 7;
    waiting.bytes = 700;
    waiting.oldestMs = NOW.minusSeconds(3 * 3600 + 60).toEpochMilli();
    report.accept(waiting);

    String html = page();

    assertThat(html)
        .contains("<b>2026-03-01T11:58:30Z</b>", "1 min 30 s behind this report")
        .containsSubsequence("<td>shop.hot</td>", ">7</td>", ">700</td>", "3 h 1 min")
        .containsSubsequence("<td>shop.hot</td>", "<td>shop.cold</td>")
        .containsSubsequence("<td>interval</td>", ">1</td>", ">10</td>", ">100</td>")
        .containsSubsequence("<td>size</td>", ">1</td>", ">20</td>", ">300</td>")
        .containsSubsequence("Dead letters", "None.");
  }

  @Test
  void namesAreTextWhateverIsInThem() throws IOException {
    String hostile = "shop.<script>alert('x')</script>\"&{{body}}\u202e\n";
    report.accept(file(hostile, "p", "<b>", 1, 1));
    report.note("<img src=x onerror=alert(1)>");

    String html = new ReportPage(report, hostile, NOW).html();

    assertThat(html)
        .contains(
            "shop.&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;&#123;&#123;body&#125;"
                + "&#125;\\u202e\\u000a")
        .contains("&lt;img src=x")
        .doesNotContain("<script>alert")
        .doesNotContain("<img")
        .doesNotContain("\u202e")
        .doesNotContain("{{");
  }

  @Test
  void metricsOfSubtasksAreSummedAndThoseOfReasonsStandApart() throws IOException {
    MetricsText.add(
        """
        # TYPE flink_taskmanager_job_task_operator_spillway_flush_count gauge
        flink_taskmanager_job_task_operator_spillway_reason_flush_count{subtask_index="0",reason="size",} 4.0
        flink_taskmanager_job_task_operator_spillway_reason_flush_count{subtask_index="1",reason="size",} 3.0
        flink_taskmanager_job_task_operator_spillway_reason_flush_count{subtask_index="1",reason="ddl",} 1.0
        flink_taskmanager_job_task_operator_spillway_age_ms{quantile="0.5",} 9.0
        flink_jobmanager_job_numRestarts{job="x",} 2.0
        """,
        report);

    assertThat(page())
        .containsSubsequence("<td>flush_count ddl</td>", ">1</td>")
        .containsSubsequence("<td>flush_count size</td>", ">7</td>")
        .doesNotContain("age_ms")
        .doesNotContain("numRestarts");
  }

  @Test
  void sinksSayHowTheyAreWhereThereAreMetrics() throws IOException {
    report.accept(global(CursorKey.STORAGE));
    report.accept(global(CursorKey.SEARCH));
    assertThat(page())
        .containsSubsequence("<td>HARVEST search</td>", "<td>not known without metrics</td>")
        .doesNotContain("id=holding");

    MetricsText.add(
        """
        x_spillway_bulk_mode{subtask_index="0",} 3.0
        x_spillway_bulk_mode{subtask_index="1",} 1.0
        x_spillway_search_engine_away_ms{subtask_index="0",} 62000.0
        x_spillway_bulk_items_held{subtask_index="0",} 7.0
        x_spillway_uploads_in_flight{subtask_index="0",} 2.0
        x_spillway_uploads_in_flight{subtask_index="1",} 1.0
        x_spillway_partition_progress_ts{partition="orders-0",} %d.0
        x_spillway_partition_progress_ts{partition="orders-1",} -1.0
        x_spillway_progress_stalled_ms{subtask_index="1",} 120000.0
        """
            .formatted(CommitTs.ofMillis(NOW.toEpochMilli())),
        report);

    assertThat(page())
        .containsSubsequence(
            "<td>HARVEST search</td>",
            "<td>2026-03-01T11:59:00Z</td>",
            "<td>1 min 0 s ago</td>",
            "<td>mode PROTECT; the engine has answered nothing for 1 min 2 s; 7 documents refused"
                + " by their index</td>")
        .containsSubsequence(
            "<td>HARVEST storage</td>", "<td>3 uploads in flight, 0 commits tried again</td>")
        .contains(
            "Of 2 partitions, orders-1 is furthest behind: nothing has come from it yet. It has"
                + " held progress for 2 min 0 s while rows wait; the log says what it lacks.")
        .contains("<td>bulk_mode</td><td class=n data-n=3");
  }

  private static CursorEvent global(String sink) {
    long minuteAgo = NOW.minusSeconds(60).toEpochMilli();
    String value = Long.toString(CommitTs.ofMillis(minuteAgo));
    return new CursorEvent(
        CursorKey.global(NAMESPACE, sink),
        new CursorStep(1, CursorReason.ADVANCED, CursorKind.TIME, null, value, value),
        new Work.Reached(1),
        new CursorEvent.Origin("shop", "run", 0),
        minuteAgo);
  }

  @Test
  void modesOfTheBulkControllerStandAlongTheTime() throws IOException {
    assertThat(page()).doesNotContain("<svg");
    long start = NOW.minusSeconds(1000).toEpochMilli();
    report.accept(mode("first", 0, start, "IDLE", start + 900));
    report.accept(mode("first", 0, start + 100_000, "PROTECT", start + 300_000));
    report.accept(mode("first", 1, start, "STEADY", start + 300_000));
    // the job was away for a while, and nobody knows of what mode that time is
    report.accept(mode("second", 0, start + 500_000, "STEADY", start + 1_000_000));

    assertThat(page())
        .containsSubsequence("<svg", ">writer 0<", ">writer 1<", ">11:43:20<", ">12:00:00<")
        .contains("<rect x=90.0 y=3 width=100.0", "IDLE from 2026-03-01T11:43:20Z for 1 min 40 s<")
        .contains("<rect x=190.0 y=3 width=200.0", "PROTECT from 2026-03-01T11:45:00Z for 3 min")
        .contains("<rect x=90.0 y=29 width=300.0")
        .contains("<rect x=590.0 y=3 width=500.0")
        .containsSubsequence("<td>STEADY</td>", "data-n=800", "<td>13 min 20 s</td>");
  }

  private static CursorEvent mode(String run, int writer, long atMs, String mode, long toldMs) {
    return new CursorEvent(
        CursorKey.global(NAMESPACE, CursorKey.SEARCH),
        new CursorStep(1, CursorReason.MODE, CursorKind.TIME, null, null, null),
        new Work.Steered(1, new FlushAck.Steering(writer, atMs, mode)),
        new CursorEvent.Origin("shop", run, 0),
        toldMs);
  }

  @Test
  void anEmptyBucketHasAPageToo() throws IOException {
    assertThat(page()).contains("There is no checkpoint-ts yet.").contains("None.");
  }

  private String page() throws IOException {
    return new ReportPage(report, "out", NOW).html();
  }

  private static CursorEvent file(String key, String path, String reason, long rows, long bytes) {
    return new CursorEvent(
        new CursorKey(NAMESPACE, CursorKey.STORAGE, CursorKey.EXPR, key),
        STEP,
        new Work.Written(
            1, new FlushAck.File(path, 1, 1, reason, new FlushAck.Rows(rows, bytes, 1, 2))),
        new CursorEvent.Origin("shop", "run", 0),
        0);
  }
}
