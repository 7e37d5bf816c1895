package io.spillway.bench.paced;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of S3 as its clients ask for here, in memory, on the loopback address: it takes any
 * credentials, answers each request after a set time, and notes what it was asked.
 */
final class S3Store implements AutoCloseable {
  static final String BUCKET = "lake";

  private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentSkipListMap<String, Stored> objects = new ConcurrentSkipListMap<>();
  private final Map<String, TreeMap<Integer, byte[]>> uploads = new ConcurrentHashMap<>();
  private final AtomicLong nextUpload = new AtomicLong();
  private final Queue<Asked> log = new ConcurrentLinkedQueue<>();
  private final long requestMs;

  private record Stored(byte[] bytes, String tag, String modified) {}

  /** A request that has been answered. */
  record Asked(long nanos, Kind kind, String key) {}

  /** How requests are told apart, and billed. */
  enum Kind {
    PUT,
    CREATE_UPLOAD,
    PUT_PART,
    COMPLETE_UPLOAD,
    LIST,
    GET,
    HEAD,
    DELETE;

    /** Dollars of 1000 in Amazon's standard class, us-east-1; a DELETE is free. */
    double price() {
      return switch (this) {
        case GET, HEAD -> 0.0004;
        case DELETE -> 0;
        case PUT, CREATE_UPLOAD, PUT_PART, COMPLETE_UPLOAD, LIST -> 0.005;
      };
    }
  }

  /**
   * @param requestMs from a request to its answer
   */
  S3Store(long requestMs) throws IOException {
    // the body of an answer would wait 40 ms for the client's delayed acknowledgement of its header
    System.setProperty("sun.net.httpserver.nodelay", "true");
    this.requestMs = requestMs;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::exchange);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Requests so far, in the order of their answers. */
  List<Asked> asked() {
    return List.copyOf(log);
  }

  /** Objects by key, below a prefix. */
  Map<String, byte[]> objects(String prefix) {
    Map<String, byte[]> found = new TreeMap<>();
    objects.tailMap(prefix).forEach((key, stored) -> add(found, prefix, key, stored));
    return found;
  }

  private static void add(Map<String, byte[]> found, String prefix, String key, Stored stored) {
    if (key.startsWith(prefix)) {
      found.put(key, stored.bytes());
    }
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      long until = System.nanoTime() + requestMs * 1_000_000;
      byte[] body = body(exchange);
      String path = exchange.getRequestURI().getPath();
      int slash = path.indexOf('/', 1);
      String key = slash < 0 ? "" : path.substring(slash + 1);
      Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
      Kind kind = kind(exchange.getRequestMethod(), key, query);
      for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      log.add(new Asked(System.nanoTime(), kind, key));
      answer(exchange, kind, key, query, body);
    }
  }

  private static Kind kind(String method, String key, Map<String, String> query) {
    return switch (method) {
      case "PUT" -> query.containsKey("uploadId") ? Kind.PUT_PART : Kind.PUT;
      case "POST" ->
          query.containsKey("delete")
              ? Kind.DELETE
              : query.containsKey("uploads") ? Kind.CREATE_UPLOAD : Kind.COMPLETE_UPLOAD;
      case "GET" -> key.isEmpty() ? Kind.LIST : Kind.GET;
      case "HEAD" -> Kind.HEAD;
      case "DELETE" -> Kind.DELETE;
      default -> throw new IllegalArgumentException(method);
    };
  }

  private void answer(
      HttpExchange exchange, Kind kind, String key, Map<String, String> query, byte[] body)
      throws IOException {
    switch (kind) {
      case PUT -> {
        Stored stored = stored(body);
        objects.put(key, stored);
        exchange.getResponseHeaders().set("ETag", stored.tag());
        send(exchange, 200, "");
      }
      case CREATE_UPLOAD -> {
        String id = "u" + nextUpload.incrementAndGet();
        uploads.put(id, new TreeMap<>());
        send(
            exchange,
            200,
            "<InitiateMultipartUploadResult><Bucket>%s</Bucket><Key>%s</Key><UploadId>%s</UploadId></InitiateMultipartUploadResult>"
                .formatted(BUCKET, key, id));
      }
      case PUT_PART -> {
        TreeMap<Integer, byte[]> parts = uploads.get(query.get("uploadId"));
        synchronized (parts) {
          parts.put(Integer.parseInt(query.get("partNumber")), body);
        }
        exchange.getResponseHeaders().set("ETag", stored(body).tag());
        send(exchange, 200, "");
      }
      case COMPLETE_UPLOAD -> complete(exchange, key, query.get("uploadId"));
      case LIST -> send(exchange, 200, list(query));
      case GET, HEAD -> read(exchange, key);
      case DELETE -> {
        for (Matcher m = KEY.matcher(new String(body, StandardCharsets.UTF_8)); m.find(); ) {
          objects.remove(m.group(1));
        }
        objects.remove(key);
        send(exchange, 200, "<DeleteResult></DeleteResult>");
      }
    }
  }

  private void complete(HttpExchange exchange, String key, String upload) throws IOException {
    TreeMap<Integer, byte[]> parts = uploads.remove(upload);
    if (parts == null) {
      send(exchange, 404, "<Error><Code>NoSuchUpload</Code></Error>");
      return;
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    parts.values().forEach(whole::writeBytes);
    Stored stored = stored(whole.toByteArray());
    objects.put(key, stored);
    send(
        exchange,
        200,
        "<CompleteMultipartUploadResult><Bucket>%s</Bucket><Key>%s</Key><ETag>%s</ETag></CompleteMultipartUploadResult>"
            .formatted(BUCKET, key, stored.tag().replace("\"", "&quot;")));
  }

  private String list(Map<String, String> query) {
    String prefix = query.getOrDefault("prefix", "");
    String delimiter = query.getOrDefault("delimiter", "");
    TreeSet<String> folders = new TreeSet<>();
    StringBuilder contents = new StringBuilder();
    int count = 0;
    for (Map.Entry<String, Stored> object : objects.tailMap(prefix).entrySet()) {
      String key = object.getKey();
      if (!key.startsWith(prefix)) {
        break;
      }
      int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
      if (end >= 0) {
        folders.add(key.substring(0, end + 1));
      } else {
        count++;
        contents.append(
            "<Contents><Key>%s</Key><LastModified>%s</LastModified><ETag>&quot;x&quot;</ETag><Size>%d</Size><StorageClass>STANDARD</StorageClass></Contents>"
                .formatted(key, "2026-01-01T00:00:00.000Z", object.getValue().bytes().length));
      }
    }
    folders.forEach(
        folder ->
            contents.append("<CommonPrefixes><Prefix>" + folder + "</Prefix></CommonPrefixes>"));
    return ("<ListBucketResult><Name>%s</Name><Prefix>%s</Prefix><KeyCount>%d</KeyCount>"
            + "<MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>%s</ListBucketResult>")
        .formatted(BUCKET, prefix, count + folders.size(), contents);
  }

  private void read(HttpExchange exchange, String key) throws IOException {
    Stored stored = objects.get(key);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (key.isEmpty() && head) {
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    if (stored == null) {
      send(exchange, 404, head ? "" : "<Error><Code>NoSuchKey</Code></Error>");
      return;
    }
    Headers headers = exchange.getResponseHeaders();
    headers.set("ETag", stored.tag());
    headers.set("Last-Modified", stored.modified());
    byte[] bytes = stored.bytes();
    if (head) {
      headers.set("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = 0;
    int to = bytes.length;
    if (range != null) {
      String[] ends = range.substring("bytes=".length()).split("-");
      from = Integer.parseInt(ends[0]);
      to = ends.length < 2 ? to : (int) Math.min(to, Long.parseLong(ends[1]) + 1);
      headers.set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, bytes.length));
    }
    exchange.sendResponseHeaders(range == null ? 200 : 206, to - from);
    exchange.getResponseBody().write(bytes, from, to - from);
  }

  private static void send(HttpExchange exchange, int status, String xml) throws IOException {
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0) {
      exchange.getResponseHeaders().set("Content-Type", "application/xml");
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private static Stored stored(byte[] bytes) {
    try {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes);
      return new Stored(
          bytes, '"' + HexFormat.of().formatHex(md5) + '"', DATE.format(Instant.now()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    for (String pair : raw == null ? new String[0] : raw.split("&")) {
      int is = pair.indexOf('=');
      String value =
          is < 0 ? "" : URLDecoder.decode(pair.substring(is + 1), StandardCharsets.UTF_8);
      query.put(is < 0 ? pair : pair.substring(0, is), value);
    }
    return query;
  }

  /** The payload, which clients cut into signed chunks. */
  private static byte[] body(HttpExchange exchange) throws IOException {
    byte[] sent = exchange.getRequestBody().readAllBytes();
    String digest = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
    if (digest == null || !digest.startsWith("STREAMING-")) {
      return sent;
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int at = 0; at < sent.length; ) {
      int end = at;
      while (sent[end] != '\r') {
        end++;
      }
      String line = new String(sent, at, end - at, StandardCharsets.US_ASCII);
      int sign = line.indexOf(';');
      int length = Integer.parseInt(sign < 0 ? line : line.substring(0, sign), 16);
      if (length == 0) {
        break;
      }
      body.write(sent, end + 2, length);
      at = end + 2 + length + 2;
    }
    return body.toByteArray();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
