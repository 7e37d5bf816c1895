package io.spillway.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
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
        flink_taskmanager_job_task_operator_spillway_flush_count{subtask_index="0",reason="size",} 4.0
        flink_taskmanager_job_task_operator_spillway_flush_count{subtask_index="1",reason="size",} 3.0
        flink_taskmanager_job_task_operator_spillway_flush_count{subtask_index="1",reason="ddl",} 1.0
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
        new CursorEvent.Work(
            1, new FlushAck.File(path, 1, 1, reason, new FlushAck.Rows(rows, bytes, 1, 2)), null),
        new CursorEvent.Origin("shop", "run", 0),
        0);
  }
}
