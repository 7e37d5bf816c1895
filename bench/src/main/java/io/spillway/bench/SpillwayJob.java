package io.spillway.bench;

import io.spillway.encode.Compression;
import io.spillway.job.flow.Topology;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The whole job, from files to files.
 *
 * @param format of the data files, as {@code storage.format} has it
 */
record SpillwayJob(BenchSettings settings, Compression compression, String format)
    implements Contender {
  static final String JSON = "canal-json";

  @Override
  public String name() {
    if (!format.equals(JSON)) {
      return "spillway-" + format;
    }
    String word = compression.name().toLowerCase(Locale.ROOT);
    return compression == Compression.NONE ? "spillway" : "spillway-" + word;
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output, compression, format),
        (env, config) -> new Topology(config).build(env));
  }

  @Override
  public boolean writesRowsAsTheyAre() {
    return compression == Compression.NONE && format.equals(JSON);
  }

  @Override
  public boolean isData(Path file) {
    String ending = format.equals(JSON) ? ".json" : "." + format;
    return file.getFileName().toString().startsWith("CDC")
        && file.toString().endsWith(ending + compression.suffix());
  }
}
