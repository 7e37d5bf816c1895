package io.spillway.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Jackson's tokens of the same bytes and nothing else: what reading JSON costs at least with it.
 */
record JacksonScan(int parallelism) implements Contender {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public String name() {
    return "jackson scan";
  }

  @Override
  public long run(BenchInput input, Path output) throws Exception {
    long started = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(parallelism);
    try {
      List<Future<Long>> scans = new ArrayList<>();
      for (Path file : input.files()) {
        scans.add(threads.submit(() -> scan(file)));
      }
      for (Future<Long> scan : scans) {
        if (scan.get() == 0) {
          throw new IOException("an input file has no token");
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return System.nanoTime() - started;
  }

  private static long scan(Path file) throws IOException {
    long tokens = 0;
    try (JsonParser parser = JSON.createParser(Files.newInputStream(file))) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }

  @Override
  public boolean isData(Path file) {
    return false;
  }
}
