package io.spillway.tools.sample;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Canal-json with TiCDC's {@code _tidb} extension, one message at a time. */
final class SampleMessages {
  static final String DATABASE = "shop";

  private static final int POOL_BYTES = 1 << 16;

  /** Quotes, a backslash, a line feed, two and three bytes of UTF-8. */
  private static final byte[] AWKWARD =
      " \\\"q\\\", \\\\ \u00e9\u754c\\n".getBytes(StandardCharsets.UTF_8);

  private final int rowBytes;
  private final SplittableRandom random;
  private final byte[] pool = new byte[POOL_BYTES];

  SampleMessages(int rowBytes, SplittableRandom random) {
    this.rowBytes = rowBytes;
    this.random = random;
    for (int i = 0; i < POOL_BYTES; i++) {
      int letter = random.nextInt(32);
      pool[i] = (byte) (letter < 26 ? 'a' + letter : ' ');
    }
  }

  void row(SampleText out, SampleTable table, String type, long id, long commitTs) {
    out.clear();
    out.add(table.head()).add(type).add("\"");
    times(out, commitTs);
    out.add(table.types());
    if (type.equals("UPDATE")) {
      out.add("[");
      values(out, table, id, "n", commitTs);
      out.add("],\"data\":[");
    } else {
      out.add("null,\"data\":[");
    }
    int note = values(out, table, id, type.equals("UPDATE") ? "u" : "n", commitTs);
    out.add("],\"_tidb\":{\"commitTs\":").add(commitTs).add("}}");
    int missing = rowBytes - out.length();
    if (missing > 0) {
      pad(out, note, missing);
    }
  }

  private void pad(SampleText out, int position, int missing) {
    for (int left = missing; left > 0; left -= POOL_BYTES) {
      int count = Math.min(left, POOL_BYTES);
      out.insert(position, pool, random.nextInt(POOL_BYTES - count + 1), count);
    }
  }

  /** One row's values; gives the position where its note may grow. */
  private static int values(
      SampleText out, SampleTable table, long id, String name, long commitTs) {
    out.add("{\"id\":\"").add(id).add("\",\"name\":\"").add(name).add(id).add(AWKWARD);
    out.add("\",\"note\":\"");
    int note = out.length();
    out.add("\"");
    for (int i = 0; i < table.added().size(); i++) {
      out.add(",\"").add(table.added().get(i));
      switch ((int) ((commitTs + i) % 3)) {
        case 0 -> out.add("\":null");
        case 1 -> out.add("\":\"\"");
        default -> out.add("\":\"v").add(id).add("\"");
      }
    }
    out.add("}");
    return note;
  }

  void ddl(SampleText out, SampleTable table, String type, String query, long commitTs) {
    out.clear();
    out.add("{\"id\":0,\"database\":\"" + DATABASE + "\",\"table\":\"" + table.name());
    out.add("\",\"pkNames\":null,\"isDdl\":true,\"type\":\"").add(type).add("\"");
    times(out, commitTs);
    out.add(",\"sql\":\"").add(query).add("\",\"sqlType\":null,\"mysqlType\":null,\"old\":null");
    out.add(",\"data\":null,\"_tidb\":{\"commitTs\":").add(commitTs).add("}}");
  }

  void resolved(SampleText out, long commitTs) {
    out.clear();
    out.add("{\"id\":0,\"database\":\"\",\"table\":\"\",\"pkNames\":null,\"isDdl\":false");
    out.add(",\"type\":\"TIDB_WATERMARK\"");
    times(out, commitTs);
    out.add(",\"sql\":\"\",\"sqlType\":null,\"mysqlType\":null,\"old\":null,\"data\":null");
    out.add(",\"_tidb\":{\"watermarkTs\":").add(commitTs).add("}}");
  }

  private static void times(SampleText out, long commitTs) {
    long millis = commitTs >> 18;
    out.add(",\"es\":").add(millis).add(",\"ts\":").add(millis + 500);
  }
}
