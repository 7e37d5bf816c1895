package io.spillway.encode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * The pages of one column in one row group, as {@link ParquetFile} writes them: a dictionary or
 * none, then pages of version 1. Each is decompressed when it is asked for.
 */
final class ParquetChunk implements PageReader {
  private static final ParquetMetadataConverter CONVERTER = new ParquetMetadataConverter();

  private final ColumnChunkMetaData about;
  private final ParquetCodec codec;
  private final InputStream bytes;
  private DictionaryPage dictionary;
  private PageHeader ahead;
  private long valuesLeft;

  /**
   * @param bytes of the whole chunk
   */
  static ParquetChunk of(ColumnChunkMetaData about, byte[] bytes) throws DamagedParquetException {
    try {
      return new ParquetChunk(about, bytes);
    } catch (DamagedParquetException e) {
      throw e;
    } catch (IOException e) {
      throw new DamagedParquetException(e);
    }
  }

  private ParquetChunk(ColumnChunkMetaData about, byte[] bytes) throws IOException {
    this.about = about;
    this.codec = ParquetCodec.of(about.getCodec());
    this.bytes = new ByteArrayInputStream(bytes);
    this.valuesLeft = about.getValueCount();
    ahead = Util.readPageHeader(this.bytes);
    if (ahead.getType() == PageType.DICTIONARY_PAGE) {
      DictionaryPageHeader header = ahead.getDictionary_page_header();
      dictionary =
          new DictionaryPage(
              BytesInput.from(content(ahead)),
              header.getNum_values(),
              CONVERTER.getEncoding(header.getEncoding()));
      ahead = null;
    }
  }

  private byte[] content(PageHeader header) throws IOException {
    byte[] page = bytes.readNBytes(header.getCompressed_page_size());
    if (page.length < header.getCompressed_page_size()) {
      throw new DamagedParquetException("a page of column " + about.getPath() + " is cut off");
    }
    if (header.isSetCrc()) {
      CRC32 sum = new CRC32();
      sum.update(page);
      if ((int) sum.getValue() != header.getCrc()) {
        throw new DamagedParquetException(
            "a page of column " + about.getPath() + " has another checksum");
      }
    }
    return codec.decompress(page, header.getUncompressed_page_size());
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    return dictionary;
  }

  @Override
  public long getTotalValueCount() {
    return about.getValueCount();
  }

  @Override
  public DataPage readPage() {
    if (valuesLeft == 0) {
      return null;
    }
    try {
      PageHeader header = ahead == null ? Util.readPageHeader(bytes) : ahead;
      ahead = null;
      if (header.getType() != PageType.DATA_PAGE) {
        throw new ParquetDecodingException("a page of type " + header.getType());
      }
      DataPageHeader data = header.getData_page_header();
      valuesLeft -= data.getNum_values();
      return new DataPageV1(
          BytesInput.from(content(header)),
          data.getNum_values(),
          header.getUncompressed_page_size(),
          Statistics.createStats(about.getPrimitiveType()),
          CONVERTER.getEncoding(data.getRepetition_level_encoding()),
          CONVERTER.getEncoding(data.getDefinition_level_encoding()),
          CONVERTER.getEncoding(data.getEncoding()));
    } catch (IOException e) {
      throw new ParquetDecodingException(e.getMessage(), e);
    }
  }
}
