package io.spillway.job.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real S3 endpoint in a process of its own, from {@code engines/s3}, with one bucket; and what is
 * in it, asked for by plain HTTP. It takes any credentials.
 */
public final class S3Endpoint implements AutoCloseable {
  /** The bucket's name. */
  public static final String BUCKET = "lake";

  private static final long LIMIT_SECONDS = 120;
  private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
  private static final Pattern NEXT =
      Pattern.compile("<NextContinuationToken>([^<]*)</NextContinuationToken>");

  private static S3Endpoint shared;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final String url;

  /**
   * @param home for its objects
   */
  public S3Endpoint(Path home) throws Exception {
    Path target = target();
    List<String> command =
        List.of(
            Repository.java(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            target.resolve("classes") + File.pathSeparator + target.resolve("lib") + "/*",
            "io.spillway.engines.s3.EndpointProcess",
            home.toString(),
            "0",
            BUCKET);
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    url = "http://localhost:" + started().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * One endpoint for all tests of this process; it ends with the process. Each has a prefix of its
   * own.
   */
  public static synchronized S3Endpoint shared() throws Exception {
    if (shared == null) {
      shared =
          new S3Endpoint(Files.createTempDirectory(Repository.root().resolve("job/target"), "s3-"));
    }
    return shared;
  }

  private static Path target() {
    Path target = Repository.root().resolve("engines/s3/target");
    if (!Files.isDirectory(target.resolve("lib"))) {
      throw new IllegalStateException(
          target + "/lib is missing; `mvn -pl engines/s3 package` makes it");
    }
    return target;
  }

  /** Folder of plugins with Flink's S3 file system, as {@code FLINK_PLUGINS_DIR}. */
  public static Path plugins() {
    return target().resolve("plugins");
  }

  /** Its port, once it is told; what it writes later is dropped. */
  private CompletableFuture<Integer> started() {
    CompletableFuture<Integer> port = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              List<String> lines = new ArrayList<>();
              try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line; (line = output.readLine()) != null; ) {
                  if (line.startsWith("STARTED ")) {
                    port.complete(Integer.parseInt(line.substring("STARTED ".length())));
                  } else if (!port.isDone()) {
                    lines.add(line);
                  }
                }
              } catch (IOException e) {
                lines.add(e.toString());
              }
              port.completeExceptionally(new IOException("the endpoint has ended: " + lines));
            },
            "s3-output");
    reader.setDaemon(true);
    reader.start();
    return port;
  }

  public String url() {
    return url;
  }

  /** Keys of the objects whose key begins so, in order. */
  public List<String> keys(String prefix) throws IOException, InterruptedException {
    List<String> keys = new ArrayList<>();
    String from = "";
    do {
      String answer = text("?list-type=2&prefix=" + encode(prefix) + from);
      find(KEY, answer).forEach(keys::add);
      List<String> next = find(NEXT, answer);
      from = next.isEmpty() ? "" : "&continuation-token=" + encode(next.get(0));
    } while (!from.isEmpty());
    return keys;
  }

  /** Keys of the multipart uploads that have neither been completed nor given up. */
  public List<String> uploads(String prefix) throws IOException, InterruptedException {
    return find(KEY, text("?uploads&prefix=" + encode(prefix)));
  }

  /** Begins an upload that nobody will complete. */
  public void beginUpload(String key) throws IOException, InterruptedException {
    send("POST", "/" + key + "?uploads");
  }

  /** An object's content. */
  public byte[] get(String key) throws IOException, InterruptedException {
    return send("GET", "/" + key);
  }

  /** Copies all objects below a prefix into a folder, without the prefix. */
  public void copy(String prefix, Path folder) throws IOException, InterruptedException {
    for (String key : keys(prefix + "/")) {
      if (!key.endsWith("/")) {
        Path file = folder.resolve(key.substring(prefix.length() + 1));
        Files.createDirectories(file.getParent());
        Files.write(file, get(key));
      }
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> find(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      found.add(URLDecoder.decode(matcher.group(1).replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return found;
  }

  private String text(String query) throws IOException, InterruptedException {
    return new String(send("GET", query), StandardCharsets.UTF_8);
  }

  private byte[] send(String method, String rest) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/" + BUCKET + rest))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + rest + ": " + answer.statusCode());
    }
    return answer.body();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
