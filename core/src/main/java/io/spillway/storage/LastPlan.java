package io.spillway.storage;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.layout.BegunPlan;
import java.io.IOException;
import java.util.Optional;

/**
 * The newest plan with data or schema files whose steps have begun in a bucket: content of {@code
 * _spillway/last-plan.json} there. It is written before the first of them, so whatever stands in
 * the bucket was brought by plans up to this number. State with a lower number is older than the
 * bucket.
 *
 * @param lineage of the plan
 * @param number see {@link io.spillway.plan.PlanOrigin}
 * @param job id of the job that has made it; empty where that is not known
 * @param checkpoint id of the checkpoint that the plan belongs to
 * @param epoch see {@link Owner}
 * @param at when it began, ISO 8601
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record LastPlan(
    String lineage, long number, String job, long checkpoint, long epoch, String at) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Path of the file, relative to the bucket's root. */
  public static String path(String namespaceLabel) {
    String name = namespaceLabel.isEmpty() ? "last-plan" : "last-plan." + namespaceLabel;
    return "_spillway/" + name + ".json";
  }

  /** Path of the file with the plan itself, relative to the bucket's root. */
  static String planPath(String namespaceLabel) {
    String path = path(namespaceLabel);
    return path.substring(0, path.length() - ".json".length()) + ".bin";
  }

  public LastPlan {
    job = job == null ? "" : job;
  }

  /** The plan, by who made it for which checkpoint. */
  public BegunPlan plan() {
    return new BegunPlan(job, checkpoint);
  }

  /** Reads a file's content; empty where it is empty, torn or of another form. */
  public static Optional<LastPlan> parse(byte[] content) {
    try {
      return Optional.ofNullable(JSON.readValue(content, LastPlan.class))
          .filter(plan -> plan.lineage() != null);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public byte[] bytes() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
