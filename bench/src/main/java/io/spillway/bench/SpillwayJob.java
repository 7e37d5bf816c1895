package io.spillway.bench;

import io.spillway.encode.Compression;
import io.spillway.job.flow.Topology;
import java.nio.file.Path;
import java.util.Locale;

/** The whole job, from files to files. */
record SpillwayJob(BenchSettings settings, Compression compression) implements Contender {
  @Override
  public String name() {
    String word = compression.name().toLowerCase(Locale.ROOT);
    return compression == Compression.NONE ? "spillway" : "spillway-" + word;
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output, compression),
        (env, config) -> new Topology(config).build(env));
  }

  @Override
  public boolean writesRowsAsTheyAre() {
    return compression == Compression.NONE;
  }

  @Override
  public boolean isData(Path file) {
    return file.getFileName().toString().startsWith("CDC")
        && file.toString().endsWith(".json" + compression.suffix());
  }
}
