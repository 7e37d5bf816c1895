package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.spillway.event.CommitTs;
import io.spillway.event.Unforeseen;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.RefusedRowException.Kind;
import io.spillway.search.document.RowImage.Change;
import io.spillway.search.document.RowNames.Place;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Turns a canal-json row into the items of a bulk request: one, or two where the change moved the
 * document to another id or index (the old one is deleted).
 *
 * <p>The version, if any, is the commit timestamp. A delete is {@code external} and an upsert
 * {@code external_gte}: one transaction may delete a key and insert it again (swapped keys, keys
 * without a clustered index), both with its one commit timestamp; then the upsert must win in
 * whatever order the two arrive. Where the timestamp is only a time in ms, many changes of a key
 * may share it, and the last one must win: then the delete of a row is {@code external_gte} too,
 * and the writer's order of a document's changes decides. Not thread-safe.
 */
public final class RowDocuments {
  private final DocumentConfig config;
  private final JsonFactory json;
  private final Supplier<RowReader> readers;
  private final RowNames names;
  private final ValueWriter values;
  private final RowShapes shapes;
  private RowReader reader;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(4096);

  public RowDocuments(DocumentConfig config) {
    this(config, json -> new CanalRowReader(json)::read);
  }

  /** Reads one row message. */
  interface RowReader {
    RowImage read(byte[] message) throws IOException, RefusedRowException;
  }

  RowDocuments(DocumentConfig config, Function<JsonFactory, RowReader> readers) {
    this.config = config;
    // the length of a message is bounded where it is read, and by maxBytes here
    this.json =
        new JsonFactoryBuilder()
            .rootValueSeparator((String) null)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
            .build();
    this.readers = () -> readers.apply(json);
    this.reader = this.readers.get();
    this.names = new RowNames(config);
    this.values = new ValueWriter(json, config.values());
    this.shapes = new RowShapes(config.values());
  }

  /** Whether the engine can tell an older change of a document from a newer one. */
  public boolean versioned() {
    return config.versioning() == Versioning.COMMIT_TS;
  }

  /** Tables without a primary key that were met for the first time since the last call. */
  public List<String> takeTablesWithoutKey() {
    return names.takeWithoutKey();
  }

  /** What becomes of their rows, as the key has it. */
  public String withoutKey() {
    return config.naming().withoutKey().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Rows that are no documents, as their tables have no primary key. */
  public long skipped() {
    return names.skipped();
  }

  /** Columns that were met since the last call and whose fields have other names, as sentences. */
  public List<String> takeRenamedColumns() {
    return shapes.takeRenamed();
  }

  /** How many texts had halves of surrogate pairs, in place of which they have U+FFFD now. */
  public long replaced() {
    return values.replaced();
  }

  /** How many values became null because there is no JSON for them. */
  public long nulled() {
    return values.nulled();
  }

  /**
   * The documents of one row message, to be sent in this order.
   *
   * @throws RefusedRowException if there is no document for it, with the reason
   */
  public List<Document> of(byte[] message, long commitTs) throws RefusedRowException {
    try {
      RowImage image = reader.read(message);
      if (names.skips(image)) {
        return List.of();
      }
      List<Document> documents = new ArrayList<>(image.data.size());
      for (int i = 0; i < image.data.size(); i++) {
        add(image, image.change(i), commitTs, documents);
      }
      return documents;
    } catch (StreamReadException | StreamConstraintsException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new RefusedRowException(Kind.MALFORMED, "not JSON at byte " + at);
    } catch (CharConversionException e) {
      throw new RefusedRowException(Kind.MALFORMED, "not UTF-8");
    } catch (RuntimeException | StackOverflowError e) {
      // one row that nobody foresaw must not stop all others; what it has left behind is dropped
      reader = readers.get();
      throw new RefusedRowException(Kind.UNKNOWN, Unforeseen.reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
  }

  private void add(RowImage image, Change change, long commitTs, List<Document> documents)
      throws IOException, RefusedRowException {
    Place place = names.place(image, change, false);
    if (names.mayMove(image, change)) {
      Place old = names.place(image, change, true);
      if (!old.equals(place)) {
        documents.add(encode(old, image, change, true, commitTs));
      }
    }
    documents.add(encode(place, image, change, image.delete(), commitTs));
  }

  private Document encode(Place place, RowImage image, Change change, boolean delete, long commitTs)
      throws IOException, RefusedRowException {
    RowShape shape = shapes.of(image, change.after());
    buffer.reset();
    try (JsonGenerator lines = json.createGenerator(buffer)) {
      writeAction(lines, place, delete, image.delete(), commitTs);
      lines.writeRaw('\n');
      if (!delete) {
        writeSource(lines, shape, change.after());
        lines.writeRaw('\n');
      }
    }
    if (buffer.size() > config.maxBytes()) {
      throw tooLarge(buffer.size());
    }
    return new Document(place.index(), place.id(), delete, buffer.toByteArray(), shape.fields());
  }

  /**
   * @param ofRow a delete of the row, and not only of the place that it had
   */
  private void writeAction(
      JsonGenerator out, Place place, boolean delete, boolean ofRow, long commitTs)
      throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart(delete ? "delete" : "index");
    out.writeStringField("_index", place.index());
    out.writeStringField("_id", place.id());
    if (versioned()) {
      out.writeNumberField("version", commitTs);
      boolean lastWins = !delete || (ofRow && !CommitTs.isOfOracle(commitTs));
      out.writeStringField("version_type", lastWins ? "external_gte" : "external");
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private void writeSource(JsonGenerator out, RowShape shape, Columns row)
      throws IOException, RefusedRowException {
    out.writeStartObject();
    for (int i = 0; i < row.size(); i++) {
      out.writeFieldName(shape.field(i));
      if (row.text(i) == null) {
        out.writeNull();
      } else {
        values.write(out, row.name(i), shape.kind(i), row.text(i));
      }
    }
    out.writeEndObject();
  }

  private RefusedRowException tooLarge(int bytes) {
    return new RefusedRowException(
        Kind.TOO_LARGE, bytes + " bytes, allowed are " + config.maxBytes());
  }
}
