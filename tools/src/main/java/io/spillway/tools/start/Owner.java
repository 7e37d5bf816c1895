package io.spillway.tools.start;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.cursor.Namespace;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Who writes into a bucket: file {@code _spillway/owner.json} there, where readers of the layout do
 * not look. Each backfill or update has one of its own, as it may be a pipeline of its own.
 *
 * @param pipeline its name
 * @param lineage see {@link Lineage}
 * @param epoch raised by every start
 * @param at when it started last, ISO 8601
 */
record Owner(String pipeline, String lineage, long epoch, String at) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Path file(Path bucket, Namespace namespace) {
    String name = namespace.isHarvest() ? "owner.json" : "owner." + namespace.label() + ".json";
    return new Path(bucket, "_spillway/" + name);
  }

  static Optional<Owner> read(Path file) throws IOException {
    try (FSDataInputStream in = file.getFileSystem().open(file)) {
      return Optional.of(JSON.readValue(in.readAllBytes(), Owner.class));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  void write(Path file) throws IOException {
    file.getFileSystem().mkdirs(file.getParent());
    try (FSDataOutputStream out =
        file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
      out.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
    }
  }

  /**
   * Why a start has to leave the bucket alone; empty where it has not.
   *
   * @param lineageHere that of the pipeline's checkpoint folder; absent where nothing is noted
   *     there, as behind 0.1.0: then the name decides
   */
  Optional<String> refuses(String pipelineHere, Optional<String> lineageHere) {
    if (!pipeline.equals(pipelineHere)) {
      return Optional.of(
          "it belongs to pipeline %s, started last at %s: give this one another storage.path"
              .formatted(pipeline, at));
    }
    return lineageHere
        .filter(here -> !here.equals(lineage))
        .map(
            here ->
                "another start of pipeline %s, with checkpoints elsewhere, writes into it since %s:"
                        .formatted(pipeline, at)
                    + " go on with its pipeline.checkpoint-dir");
  }
}
