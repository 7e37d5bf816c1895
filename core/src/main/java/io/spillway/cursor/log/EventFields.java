package io.spillway.cursor.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of one line, kept for the next: numbers without their texts, and texts that come again
 * and again as one object.
 */
final class EventFields {
  private static final Map<Part, Map<String, Field>> FIELDS = byName();

  /** Objects in which a line's fields stand. */
  enum Part {
    EVENT,
    FILE,
    BALANCE,
    GAP,
    TOLD,
    BULK
  }

  private enum Form {
    /** Seldom the same twice. */
    TEXT,

    /** One of few. */
    WORD,

    /** A number or a text, kept as text. */
    VALUE,
    NUMBER,
    TIME,
    OBJECT,
    LIST
  }

  /** What is read of a line. */
  enum Field {
    SEQ(Part.EVENT, "seq", Form.NUMBER),
    AT(Part.EVENT, "at", Form.TIME),
    OPERATION(Part.EVENT, "operation", Form.WORD),
    NAMESPACE(Part.EVENT, "namespace", Form.WORD),
    SINK(Part.EVENT, "sink", Form.WORD),
    SCOPE(Part.EVENT, "scope", Form.WORD),
    KEY(Part.EVENT, "key", Form.TEXT),
    TYPE(Part.EVENT, "type", Form.WORD),
    ORDER(Part.EVENT, "order", Form.WORD),
    PREVIOUS(Part.EVENT, "previous", Form.VALUE),
    CANDIDATE(Part.EVENT, "candidate", Form.VALUE),
    VALUE(Part.EVENT, "value", Form.VALUE),
    REASON(Part.EVENT, "reason", Form.WORD),
    CHECKPOINT(Part.EVENT, "checkpoint", Form.NUMBER),
    PIPELINE(Part.EVENT, "pipeline", Form.WORD),
    RUN(Part.EVENT, "run", Form.WORD),
    ATTEMPT(Part.EVENT, "attempt", Form.NUMBER),
    FILE(Part.EVENT, "file", Form.OBJECT),
    BALANCE(Part.EVENT, "balance", Form.OBJECT),
    GAP(Part.EVENT, "gap", Form.OBJECT),
    TOLD(Part.EVENT, "told", Form.OBJECT),
    BULK(Part.EVENT, "bulk", Form.OBJECT),
    PATH(Part.FILE, "path", Form.TEXT),
    NUMBER(Part.FILE, "number", Form.NUMBER),
    VERSION(Part.FILE, "version", Form.NUMBER),
    FLUSH(Part.FILE, "flush", Form.WORD),
    ROWS(Part.FILE, "rows", Form.NUMBER),
    BYTES(Part.FILE, "bytes", Form.NUMBER),
    MIN_COMMIT_TS(Part.FILE, "minCommitTs", Form.NUMBER),
    MAX_COMMIT_TS(Part.FILE, "maxCommitTs", Form.NUMBER),
    TRACES(Part.FILE, "traces", Form.LIST),
    READ(Part.BALANCE, "read", Form.NUMBER),
    STORED(Part.BALANCE, "stored", Form.NUMBER),
    SPOOLED(Part.BALANCE, "spooled", Form.NUMBER),
    ALREADY_DELIVERED(Part.BALANCE, "alreadyDelivered", Form.NUMBER),
    DEAD_LETTERS(Part.BALANCE, "deadLetters", Form.NUMBER),
    SKIPPED(Part.BALANCE, "skipped", Form.NUMBER),
    DUPLICATES(Part.BALANCE, "duplicates", Form.NUMBER),
    COPIES(Part.BALANCE, "copies", Form.NUMBER),
    GAP_SOURCE(Part.GAP, "source", Form.WORD),
    GAP_PARTITION(Part.GAP, "partition", Form.NUMBER),
    GAP_FROM(Part.GAP, "from", Form.NUMBER),
    GAP_TO(Part.GAP, "to", Form.NUMBER),
    TOLD_SEQ(Part.TOLD, "seq", Form.NUMBER),
    TOLD_CHECKPOINT(Part.TOLD, "checkpoint", Form.NUMBER),
    TOLD_VALUE(Part.TOLD, "value", Form.VALUE),
    BULK_WRITER(Part.BULK, "writer", Form.NUMBER),
    BULK_SINCE(Part.BULK, "since", Form.TIME),
    BULK_MODE(Part.BULK, "mode", Form.WORD);

    private final Part in;
    private final String word;
    private final Form form;

    Field(Part in, String word, Form form) {
      this.in = in;
      this.word = word;
      this.form = form;
    }

    /** The object that this field is; null where it is none. */
    Part part() {
      return form == Form.OBJECT ? Part.valueOf(name()) : null;
    }
  }

  private static final int COUNT = Field.values().length;

  private final boolean[] there = new boolean[COUNT];
  private final long[] numbers = new long[COUNT];
  private final String[] texts = new String[COUNT];
  private List<String> traces = List.of();

  private static Map<Part, Map<String, Field>> byName() {
    Map<Part, Map<String, Field>> fields = new EnumMap<>(Part.class);
    for (Field field : Field.values()) {
      fields.computeIfAbsent(field.in, part -> new HashMap<>()).put(field.word, field);
    }
    return fields;
  }

  /** Null where none is known by this name. */
  static Field field(Part in, String name) {
    return FIELDS.get(in).get(name);
  }

  void clear() {
    Arrays.fill(there, false);
    traces = List.of();
  }

  /** Takes the value at which the parser stands. */
  void take(Field field, JsonToken token, JsonParser json) throws IOException {
    int slot = field.ordinal();
    switch (field.form) {
      case NUMBER -> {
        if (token != JsonToken.VALUE_NUMBER_INT) {
          throw new IOException("field " + field.word + " is not a whole number");
        }
        numbers[slot] = json.getLongValue();
      }
      case TIME -> {
        char[] chars = json.getTextCharacters();
        numbers[slot] = IsoTime.parse(chars, json.getTextOffset(), json.getTextLength());
      }
      case WORD -> {
        char[] chars = json.getTextCharacters();
        if (!isSame(texts[slot], chars, json.getTextOffset(), json.getTextLength())) {
          texts[slot] = json.getText();
        }
      }
      case TEXT, VALUE -> texts[slot] = json.getText();
      case OBJECT -> throw new IOException("field " + field.word + " is not an object");
      case LIST -> throw new IOException("field " + field.word + " is not a list");
    }
    there[slot] = true;
  }

  /** Takes the list at whose beginning the parser stands. */
  void takeTraces(JsonParser json) throws IOException {
    List<String> taken = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw new IOException("field " + Field.TRACES.word + " has something that is no text");
      }
      taken.add(json.getText());
    }
    traces = taken;
  }

  /** Empty where the line has none. */
  List<String> traces() {
    return traces;
  }

  private static boolean isSame(String known, char[] chars, int offset, int length) {
    if (known == null || known.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (known.charAt(i) != chars[offset + i]) {
        return false;
      }
    }
    return true;
  }

  /** Notes an object, whose fields follow. */
  void mark(Field field) {
    there[field.ordinal()] = true;
  }

  boolean has(Field field) {
    return there[field.ordinal()];
  }

  String textOrNull(Field field) {
    return there[field.ordinal()] ? texts[field.ordinal()] : null;
  }

  String text(Field field) throws IOException {
    require(field);
    return texts[field.ordinal()];
  }

  long number(Field field) throws IOException {
    require(field);
    return numbers[field.ordinal()];
  }

  /** 0 where it is missing: of a field that earlier releases don't write. */
  long numberOrZero(Field field) {
    return there[field.ordinal()] ? numbers[field.ordinal()] : 0;
  }

  long atMs() throws IOException {
    return number(Field.AT);
  }

  private void require(Field field) throws IOException {
    if (!there[field.ordinal()]) {
      throw new IOException("field " + field.word + " is missing");
    }
  }
}
