package io.spillway.job.start;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.config.LineageKeys;
import io.spillway.job.config.PipelineConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which pipeline has made a state: kept in it as JSON by every operator that decodes, so that a
 * start finds it whoever has submitted the job. Components are only ever added; state of 0.1.0 has
 * none of it.
 *
 * @param keys values of the keys that must stay, see {@link LineageKeys}
 * @param sources what the job read, each with the number by which its operators are named
 * @param left sources that were taken out of the pipeline earlier: where they were read up to is no
 *     longer in state
 * @param parts optional sections that the pipeline had, as {@code elasticsearch}
 */
public record Provenance(
    SortedMap<String, String> keys,
    List<Numbered> sources,
    List<SourceIdentity> left,
    List<String> parts) {
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  /** A source and the number in the uids of its operators. */
  public record Numbered(int number, SourceIdentity source) {}

  public Provenance {
    keys = Collections.unmodifiableSortedMap(new TreeMap<>(keys == null ? new TreeMap<>() : keys));
    sources = sources == null ? List.of() : List.copyOf(sources);
    left = left == null ? List.of() : List.copyOf(left);
    parts = parts == null ? List.of() : List.copyOf(parts);
  }

  /** That of a pipeline whose sources have these numbers. */
  static Provenance of(PipelineConfig config, List<Numbered> sources, List<SourceIdentity> left) {
    return new Provenance(LineageKeys.of(config), sources, left, parts(config));
  }

  private static List<String> parts(PipelineConfig config) {
    List<String> parts = new ArrayList<>();
    config.elasticsearch().ifPresent(section -> parts.add("elasticsearch"));
    config.control().ifPresent(section -> parts.add("control"));
    config.cursor().values().ifPresent(topic -> parts.add("cursor.values"));
    return parts;
  }

  /** Its text. */
  public String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * That of a text.
   *
   * @throws IOException where it is none
   */
  static Provenance parse(String text) throws IOException {
    return JSON.readValue(text, Provenance.class);
  }
}
