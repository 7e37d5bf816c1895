package io.spillway.search;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.EngineError;
import io.spillway.search.bulk.Outcome;
import io.spillway.search.bulk.Outcome.Done;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Deletes the documents of one index whose version is at most a given one. Engines can't search by
 * version: all ids are read, a page at a time, and each delete carries the version as an external
 * one, so that a document which has become newer meanwhile stays. To do it again changes nothing.
 */
final class DocumentSweep {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonFactory LINES =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();
  private static final String KEPT_OPEN = "2m";
  private static final String PAGE =
      "{\"size\":1000,\"version\":true,\"_source\":false,\"sort\":[\"_doc\"]}";

  private final BulkTransport transport;
  private final DdlEffect effect;
  private final Listener listener;
  private String scroll;
  private long deleted;

  /** Gets to know the end, once. */
  interface Listener {
    /**
     * @param deleted documents that were deleted
     */
    void swept(long deleted);

    /** Something is left. */
    void failed(String reason);
  }

  DocumentSweep(BulkTransport transport, DdlEffect effect, Listener listener) {
    this.transport = transport;
    this.effect = effect;
    this.listener = listener;
  }

  void start() {
    String path =
        "/" + URLEncoder.encode(effect.index(), StandardCharsets.UTF_8).replace("+", "%20");
    transport.send(
        new Call("POST", path + "/_refresh", Map.of(), null, null),
        refreshed -> {
          if (refreshed instanceof Answered answered && answered.status() == 404) {
            listener.swept(0);
          } else if (isRight(refreshed)) {
            post(path + "/_search", Map.of("scroll", KEPT_OPEN), PAGE);
          }
        });
  }

  private void post(String path, Map<String, String> query, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    transport.send(new Call("POST", path, query, bytes, "application/json"), this::page);
  }

  private void page(Reply reply) {
    if (!isRight(reply)) {
      return;
    }
    JsonNode page;
    try {
      page = JSON.readTree(((Answered) reply).body());
    } catch (IOException e) {
      fail("an answer that isn't JSON");
      return;
    }
    scroll = page.path("_scroll_id").asText("");
    JsonNode hits = page.at("/hits/hits");
    if (hits.isEmpty()) {
      close();
      listener.swept(deleted);
      return;
    }
    int[] old = new int[1];
    byte[] body = deletes(hits, old);
    if (old[0] == 0) {
      next();
    } else {
      transport.send(Call.bulk(body), answer -> deleted(answer, old[0]));
    }
  }

  private byte[] deletes(JsonNode hits, int[] old) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      for (JsonNode hit : hits) {
        if (hit.path("_version").asLong() > effect.commitTs()) {
          continue;
        }
        try (JsonGenerator line = LINES.createGenerator(body)) {
          line.writeStartObject();
          line.writeObjectFieldStart("delete");
          line.writeStringField("_index", hit.path("_index").asText());
          line.writeStringField("_id", hit.path("_id").asText());
          line.writeNumberField("version", effect.commitTs());
          line.writeStringField("version_type", "external_gte");
          line.writeEndObject();
          line.writeEndObject();
          line.writeRaw('\n');
        }
        old[0]++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return body.toByteArray();
  }

  private void deleted(Reply reply, int sent) {
    Verdicts verdicts = Verdicts.of(reply, sent).plain((at, version) -> {});
    for (Outcome outcome : verdicts.items()) {
      if (!(outcome instanceof Done)) {
        fail("a delete got " + outcome);
        return;
      }
      deleted += outcome == Done.STORED ? 1 : 0;
    }
    next();
  }

  private void next() {
    String body =
        JSON.createObjectNode().put("scroll", KEPT_OPEN).put("scroll_id", scroll).toString();
    post("/_search/scroll", Map.of(), body);
  }

  private boolean isRight(Reply reply) {
    if (reply instanceof Lost lost) {
      fail(lost.reason());
      return false;
    }
    Answered answered = (Answered) reply;
    if (answered.status() >= 300) {
      EngineError error = EngineError.ofRequest(answered.body());
      fail("status " + answered.status() + " " + error.type() + " " + error.reason());
      return false;
    }
    return true;
  }

  private void fail(String reason) {
    close();
    listener.failed(reason);
  }

  /** Frees what the engine holds for the pages; it does so by itself after a while. */
  private void close() {
    if (scroll != null && !scroll.isEmpty()) {
      byte[] body =
          JSON.createObjectNode()
              .put("scroll_id", scroll)
              .toString()
              .getBytes(StandardCharsets.UTF_8);
      transport.send(
          new Call("DELETE", "/_search/scroll", Map.of(), body, "application/json"), reply -> {});
    }
  }
}
