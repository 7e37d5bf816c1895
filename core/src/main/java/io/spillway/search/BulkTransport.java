package io.spillway.search;

import java.util.Map;
import java.util.function.Consumer;

/**
 * The way to the engine. Sends without waiting; the reply comes later, in the caller's thread, and
 * never from within {@link #send}.
 */
interface BulkTransport extends AutoCloseable {

  void send(Call call, Consumer<Reply> whenDone);

  @Override
  void close();

  /**
   * One HTTP request.
   *
   * @param query parameters
   * @param body or null for none
   * @param contentType of the body
   * @param timed whether it has the engine's parameter {@code timeout}; engines refuse it where
   *     they don't know it
   */
  record Call(
      String method,
      String path,
      Map<String, String> query,
      byte[] body,
      String contentType,
      boolean timed) {

    /** Without a time-out of the engine. */
    Call(String method, String path, Map<String, String> query, byte[] body, String contentType) {
      this(method, path, query, body, contentType, false);
    }

    static Call bulk(byte[] body) {
      return new Call(
          "POST",
          "/_bulk",
          Map.of("filter_path", "errors,items.*.status,items.*.error"),
          body,
          "application/x-ndjson",
          true);
    }

    /** Makes an index, or fields of one. */
    static Call put(String path, byte[] body) {
      return new Call("PUT", path, Map.of(), body, "application/json", true);
    }
  }

  /** What came of a request. */
  sealed interface Reply {}

  /** The engine, or something before it, answered. */
  record Answered(int status, byte[] body) implements Reply {}

  /** No answer. */
  record Lost(Loss loss, String reason) implements Reply {}

  /** Why there is no answer. */
  enum Loss {
    TIMEOUT,
    /** The connection broke while the request was on its way. */
    CUT,
    /** There is no connection at all. */
    UNREACHABLE,
    /** There is one, but the other side's certificate isn't trusted; nothing was sent. */
    UNTRUSTED
  }
}
