package io.spillway.bench;

import java.nio.file.Path;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.file.sink.FileSink;

/**
 * This job's source and decoding, then Flink's own file sink with a folder per dispatcher in its
 * bulk form, as its Parquet sink is: such files end at every checkpoint.
 */
record BulkFormatJob(BenchSettings settings) implements Contender {
  @Override
  public String name() {
    return "file sink parquet";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    return BenchPipeline.run(
        BenchPipeline.config(settings, input, output),
        (env, config) ->
            PlainJob.rows(env, config)
                .keyBy(row -> row.dispatcher().key(), Types.STRING)
                .sinkTo(
                    FileSink.forBulkFormat(
                            new org.apache.flink.core.fs.Path(
                                config.storage().orElseThrow().path().toString()),
                            ParquetBulkWriter::new)
                        .withBucketAssigner(FlinkFiles.byTable(row -> row.dispatcher().key()))
                        .build())
                .uid("sink"));
  }

  @Override
  public boolean writesRowsAsTheyAre() {
    return false;
  }

  @Override
  public boolean isData(Path file) {
    return FlinkFiles.isData(file);
  }
}
