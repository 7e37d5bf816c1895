package io.spillway.bench;

import java.io.IOException;
import java.util.List;

/** What bulk requests are sent to. Documents are all of one size. */
interface BulkTarget extends AutoCloseable {
  int DOCUMENT_BYTES = 1_000;

  /**
   * What became of one request.
   *
   * @param stored documents stored
   * @param dead documents refused for good
   * @param rejected documents answered 429
   * @param errors documents met by any other congestion
   */
  record Answer(int request, int stored, int dead, int rejected, int errors) {}

  void send(int request, int documents, long nowMs);

  /** The answers that have come until now. */
  List<Answer> answers(long nowMs);

  /** Takes away what it has left behind. */
  @Override
  default void close() throws IOException, InterruptedException {}

  /** Begins or ends a fault: everything is refused with 429. */
  void refuse(boolean everything);
}
