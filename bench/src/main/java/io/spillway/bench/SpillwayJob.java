package io.spillway.bench;

import io.spillway.encode.Compression;
import io.spillway.job.flow.Topology;
import java.nio.file.Path;
import java.util.Locale;

/** The whole job, from files to files. */
record SpillwayJob(BenchSettings settings, Compression compression, boolean isCsv)
    implements Contender {
  @Override
  public String name() {
    if (isCsv) {
      return "spillway-csv";
    }
    String word = compression.name().toLowerCase(Locale.ROOT);
    return compression == Compression.NONE ? "spillway" : "spillway-" + word;
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output, compression, isCsv ? "csv" : "canal-json"),
        (env, config) -> new Topology(config).build(env));
  }

  @Override
  public boolean writesRowsAsTheyAre() {
    return compression == Compression.NONE && !isCsv;
  }

  @Override
  public boolean isData(Path file) {
    return file.getFileName().toString().startsWith("CDC")
        && file.toString().endsWith((isCsv ? ".csv" : ".json") + compression.suffix());
  }
}
