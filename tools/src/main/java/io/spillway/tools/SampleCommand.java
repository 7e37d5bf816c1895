package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.sample.SampleFormat;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.sample.SampleStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code spillway sample}: a made-up stream as files that a pipeline can read. */
@Command(
    name = "sample",
    description = {
      "Writes a made-up change stream into a folder, to try a pipeline with.",
      "It has DDLs, replays and resolved events, one file a partition. The same options give the same",
      "bytes, and in each --format the same changes. canal-json has each DDL in the first partition",
      "alone, debezium-json and simple-json in every partition, as TiCDC sends them. open-protocol",
      "isn't a format of files: a message holds several events, and its key is binary.",
      "Exit code 0: written; 2: wrong use; 3: the folder can't be written."
    })
final class SampleCommand implements Callable<Integer> {
  private static final OptionRange PARTITIONS = new OptionRange("--partitions", 1, 10_000);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Where the files go; made if it is missing.")
  private Path folder;

  @Option(
      names = "--rows",
      defaultValue = "20000",
      description = "Rows, not counting what is sent again (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--ddls",
      defaultValue = "10",
      description = "ALTER TABLE statements (default: ${DEFAULT-VALUE}).")
  private int ddls;

  @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--partitions",
      defaultValue = "4",
      description = "Partitions, one file each (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--format",
      defaultValue = "canal-json",
      converter = FormatName.class,
      description = "Wire format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private SampleFormat format;

  /** Reads the name of a format as a pipeline file has it. */
  static final class FormatName implements ITypeConverter<SampleFormat> {
    @Override
    public SampleFormat convert(String name) {
      for (SampleFormat format : SampleFormat.values()) {
        if (format.toString().equals(name)) {
          return format;
        }
      }
      String choices = Arrays.toString(SampleFormat.values());
      throw new TypeConversionException(
          name.equals("open-protocol")
              ? "open-protocol isn't a format of files: a message holds several events, and its"
                  + " key is binary; use one of "
                  + choices
              : "expected one of " + choices + " but was '" + name + "'");
    }
  }

  @Override
  public Integer call() {
    PARTITIONS.check(partitions, spec);
    SampleStream stream;
    try {
      stream =
          new SampleStream(
              SampleSettings.standard(seed)
                  .withDdls(true, 0)
                  .withRows(rows, 0)
                  .withDdls(true, ddls)
                  .withPartitions(partitions));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    int surplus;
    try {
      stream.write(folder, format);
      surplus = stream.removeSurplus(folder);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't write " + folder + ": " + e, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("wrote " + rows + " rows into " + folder);
    if (surplus > 0) {
      out.printf("removed %d files of an earlier run with more partitions%n", surplus);
    }
    out.printf("The source that reads them has format: %s, watermark: resolved%n", format);
    return ExitCode.OK;
  }
}
