package io.spillway.tools;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.tools.verify.Fault;
import io.spillway.tools.verify.FaultKind;
import io.spillway.tools.verify.VerifyReport;
import java.util.Map;
import java.util.TreeMap;

/** A report as {@code spillway verify} prints it. */
final class VerifyOutput {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private VerifyOutput() {}

  /** Faults first, the sum in the last line. */
  static String text(VerifyReport report) {
    StringBuilder out = new StringBuilder();
    for (Fault fault : report.faults()) {
      out.append("FAULT ").append(fault).append('\n');
    }
    for (Map.Entry<FaultKind, Long> count : new TreeMap<>(report.faultCounts()).entrySet()) {
      FaultKind kind = count.getKey();
      out.append("%d x %s: %s%n".formatted(count.getValue(), kind, kind.meaning()));
    }
    report.strays().forEach(stray -> out.append("stray ").append(stray).append('\n'));
    if (report.strayCount() > report.strays().size()) {
      out.append("%d stray objects in all%n".formatted(report.strayCount()));
    }
    return out.append(report.ok() ? "ok: " : "FAULTY: ").append(sum(report)).toString();
  }

  private static String sum(VerifyReport report) {
    VerifyReport.Files files = report.files();
    VerifyReport.Rows rows = report.rows();
    return ("%d files, %d rows, %d bytes, %d tables, %d versions, median file %d bytes, "
            + "commitTs %d..%d, checkpoint-ts %s, %d rows beyond it, %d duplicates%s, "
            + "%d files not yet covered")
        .formatted(
            files.count(),
            rows.count(),
            files.bytes(),
            files.tables(),
            files.versions(),
            files.medianBytes(),
            rows.minCommitTs(),
            rows.maxCommitTs(),
            report.checkpointTs().isPresent() ? report.checkpointTs().getAsLong() : "none",
            rows.beyondCheckpoint(),
            rows.duplicates(),
            rows.duplicatesComplete() ? "" : " at least",
            files.uncovered());
  }

  /** One object on one line; numbers of 64 bits are JSON numbers. */
  static String json(VerifyReport report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("ok", report.ok());
    VerifyReport.Files files = report.files();
    root.put("files", files.count());
    root.put("bytes", files.bytes());
    root.put("tables", files.tables());
    root.put("versions", files.versions());
    root.put("medianFileBytes", files.medianBytes());
    root.put("uncoveredFiles", files.uncovered());
    rows(root, report.rows());
    if (report.checkpointTs().isPresent()) {
      root.put("checkpointTs", report.checkpointTs().getAsLong());
    } else {
      root.putNull("checkpointTs");
    }
    ObjectNode counts = root.putObject("faultCounts");
    report.faultCounts().forEach((kind, count) -> counts.put(kind.name(), count));
    ArrayNode faults = root.putArray("faults");
    for (Fault fault : report.faults()) {
      faults
          .addObject()
          .put("kind", fault.kind().name())
          .put("path", fault.path())
          .put("detail", fault.detail());
    }
    root.put("strayCount", report.strayCount());
    ArrayNode strays = root.putArray("strays");
    report.strays().forEach(strays::add);
    try {
      return MAPPER.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values is always writable", e);
    }
  }

  private static void rows(ObjectNode root, VerifyReport.Rows rows) {
    root.put("rows", rows.count());
    root.put("minCommitTs", rows.minCommitTs());
    root.put("maxCommitTs", rows.maxCommitTs());
    root.put("rowsBeyondCheckpoint", rows.beyondCheckpoint());
    root.put("duplicates", rows.duplicates());
    root.put("duplicatesComplete", rows.duplicatesComplete());
  }
}
