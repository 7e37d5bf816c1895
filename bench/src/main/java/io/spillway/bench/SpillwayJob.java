package io.spillway.bench;

import io.spillway.job.flow.Topology;
import java.nio.file.Path;

/** The whole job, from files to files. */
record SpillwayJob(BenchSettings settings) implements Contender {
  @Override
  public String name() {
    return "spillway";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output),
        (env, config) -> new Topology(config).build(env));
  }

  @Override
  public boolean isData(Path file) {
    return file.getFileName().toString().startsWith("CDC") && file.toString().endsWith(".json");
  }
}
