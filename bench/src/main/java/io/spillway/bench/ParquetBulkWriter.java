package io.spillway.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.encode.ParquetEncoder;
import io.spillway.encode.ParquetFile;
import io.spillway.encode.ParquetOptions;
import io.spillway.encode.ParquetSchema;
import io.spillway.event.Row;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;

/**
 * One Parquet file of Flink's file sink, by this job's own encoder, so that the two differ in when
 * files end and in nothing else. The columns are those of the file's first row.
 */
final class ParquetBulkWriter implements BulkWriter<Row> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FSDataOutputStream out;
  private ParquetEncoder encoder;
  private ParquetFile file;

  ParquetBulkWriter(FSDataOutputStream out) {
    this.out = out;
  }

  @Override
  public void addElement(Row row) throws IOException {
    if (file == null) {
      ParquetSchema schema = new ParquetSchema(structure(row), ParquetOptions.DEFAULT);
      encoder = new ParquetEncoder(schema);
      file = new ParquetFile(schema, out);
    }
    int end = row.offset() + row.length();
    boolean fits =
        encoder.encode(row.buffer(), row.offset(), end, values -> file.add(values, row.length()));
    if (!fits) {
      throw new IOException("a row of the input has other columns than the first one");
    }
  }

  private static TableStructure structure(Row row) throws IOException {
    JsonNode types = JSON.readTree(row.buffer(), row.offset(), row.length()).required("mysqlType");
    List<Column> columns = new ArrayList<>();
    types
        .fields()
        .forEachRemaining(
            each ->
                columns.add(
                    new Column(
                        each.getKey(),
                        each.getValue().asText().toUpperCase(Locale.ROOT),
                        null,
                        "",
                        "",
                        true,
                        false,
                        List.of())));
    return new TableStructure(row.dispatcher().table(), columns);
  }

  @Override
  public void flush() {
    // a row group is written whole
  }

  @Override
  public void finish() throws IOException {
    if (file != null) {
      file.complete();
      file.close();
    }
  }
}
