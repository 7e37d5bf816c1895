package io.spillway.tools;

import io.spillway.cursor.log.EventFilter;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.PipelineFile;
import io.spillway.job.config.Location;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.cursor.LogLocation;
import io.spillway.job.start.SavedState;
import io.spillway.tools.inspect.DispatcherContent;
import io.spillway.tools.inspect.KeyedReading;
import io.spillway.tools.letters.DeadLetters;
import io.spillway.tools.letters.LetterFilter;
import io.spillway.tools.report.BucketListing;
import io.spillway.tools.report.MetricsText;
import io.spillway.tools.report.PipelineReport;
import io.spillway.tools.report.ReportPage;
import io.spillway.tools.run.CheckpointPlaces;
import io.spillway.tools.run.Checkpoints;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway report}: one page of what a pipeline has delivered and what waits. */
@Command(
    name = "report",
    description = {
      "Writes one HTML page about a pipeline or a bucket.",
      "It shows tables by what waits, files by reason and size, freshness, progress and dead letters.",
      "For a pipeline file it reads bucket, cursor log, dead letters and the newest checkpoint; for a",
      "folder only what is in that bucket. Changes nothing; a job may run beside it.",
      "Exit code 0: written; 2: the file is not valid; 3: the bucket can't be read."
    })
final class ReportCommand implements Callable<Integer> {
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final String LOG = "_cursor";

  /** How often the newest checkpoint is looked for where a job replaces it while it is read. */
  private static final int LOOKS = 5;

  @ParentCommand private Main main;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE|FOLDER", description = "A pipeline file, or the root of a bucket.")
  private String place;

  @Option(
      names = "--out",
      paramLabel = "HTML",
      defaultValue = "spillway-report.html",
      description = "The file to write (default: ${DEFAULT-VALUE}).")
  private java.nio.file.Path page;

  @Option(
      names = "--metrics",
      paramLabel = "FILE|URL",
      description = "Metrics to show too, in Prometheus' text format; may be repeated.")
  private List<String> metrics = List.of();

  @Override
  public Integer call() throws InterruptedException {
    java.nio.file.Path file = java.nio.file.Path.of(place);
    PipelineReport report;
    try {
      if (Files.isRegularFile(file)) {
        PipelineConfig config = PipelineFile.load(file, main.environment());
        FileSystems.initialize(config);
        report = of(config);
      } else {
        FileSystems.initialize();
        report = of(VerifyCommand.root(place));
      }
      for (String text : metrics) {
        MetricsText.add(text(text), report);
      }
      write(report, place, page);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "no report: " + RootCause.of(e), e);
    }
    spec.commandLine().getOut().println("report   " + page);
    return ExitCode.OK;
  }

  static void write(PipelineReport report, String place, java.nio.file.Path page)
      throws IOException {
    Files.writeString(page, new ReportPage(report, place, Instant.now()).html());
  }

  /** Of a bucket alone. */
  private static PipelineReport of(Path bucket) throws IOException {
    if (!bucket.getFileSystem().exists(bucket)) {
      throw new IOException("there is nothing at " + bucket);
    }
    PipelineReport report = new PipelineReport();
    Path log = new Path(bucket, LOG);
    if (log.getFileSystem().exists(log)) {
      new LogLocation.Files(log).read(EventFilter.ALL, report::accept);
    } else {
      report.note(
          "There is no log of cursor events in the bucket; name the pipeline file instead.");
    }
    BucketListing.add(bucket, report);
    return report;
  }

  /** Of a pipeline, with all that its file names. */
  static PipelineReport of(PipelineConfig config) throws IOException {
    PipelineReport report = new PipelineReport();
    log(config.cursor().events()).read(EventFilter.ALL, report::accept);
    if (config.storage().isPresent()) {
      BucketListing.add(new Path(config.storage().get().path()), report);
    }
    new DeadLetters(config.errors()).read(LetterFilter.ALL).forEach(report::accept);
    spool(config, report);
    return report;
  }

  private static LogLocation log(Location events) {
    if (events instanceof Location.Files files) {
      return new LogLocation.Files(new Path(files.path()));
    } else if (events instanceof Location.Topic topic) {
      return new LogLocation.Topic(
          topic.connection().brokers(), topic.topic(), topic.connection().properties().values());
    }
    throw new IllegalStateException("unknown location " + events);
  }

  private static void spool(PipelineConfig config, PipelineReport report) throws IOException {
    if (PipelineStart.hasEnded(config)) {
      report.note("The last run came to the end of its input: no row waits.");
      return;
    }
    Path unread = null;
    String why = "";
    for (int look = 0; look < LOOKS; look++) {
      List<Checkpoints.Complete> found = Checkpoints.newestFirst(CheckpointPlaces.own(config));
      if (found.isEmpty() || found.get(0).folder().equals(unread)) {
        break;
      }
      Path newest = found.get(0).folder();
      try {
        List<DispatcherContent> waiting = new ArrayList<>();
        new KeyedReading(SavedState.open(newest)).contents(null, waiting::add);
        waiting.forEach(report::accept);
        return;
      } catch (IOException e) {
        // a job that runs replaces it while it is read
        unread = newest;
        why = RootCause.of(e);
      }
    }
    report.note(
        unread == null
            ? "There is no checkpoint, so it is not known which rows wait."
            : "Checkpoint %s can't be read (%s), so it is not known which rows wait."
                .formatted(unread, why));
  }

  private static String text(String place) throws IOException, InterruptedException {
    if (!place.matches("https?://.*")) {
      return Files.readString(java.nio.file.Path.of(place));
    }
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .connectTimeout(ANSWER)
            .build()
            .send(
                HttpRequest.newBuilder(URI.create(place)).timeout(ANSWER).build(),
                BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(place + " answers with status " + answer.statusCode());
    }
    return answer.body();
  }
}
