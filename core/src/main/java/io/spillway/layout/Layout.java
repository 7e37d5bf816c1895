package io.spillway.layout;

import io.spillway.event.TableId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in a bucket, in TiCDC's layout: what a writer writes and a reader takes apart. All paths
 * are relative to the bucket's root, parts joined by {@code /}; names of databases and tables stand
 * in them as they are, so some names have no place ({@link #unusable}).
 *
 * <p>Reading takes any number of digits from {@value #MIN_INDEX_DIGITS} on, whatever this layout
 * writes: numbers outgrow their width, and the width may have been configured otherwise before.
 */
public final class Layout {
  /** Root file that says up to where the bucket is complete. */
  public static final String METADATA = "metadata";

  /** Root folders of this project's own, which readers of the layout pass over. */
  private static final Set<String> OWN = Set.of("_spillway", "_cursor", "_dead-letters");

  public static final int MIN_INDEX_DIGITS = 6;
  public static final int MAX_INDEX_DIGITS = 20;

  private static final int LONGEST_NAME = 255;
  static final String META = "meta";
  static final String PREFIX = "CDC";
  static final String INDEX_SUFFIX = ".index";
  private static final Pattern METADATA_FORM =
      Pattern.compile("\\s*\\{\\s*\"checkpoint-ts\"\\s*:\\s*(\\d+)\\s*}\\s*");

  private final int indexDigits;
  private final String extension;
  private final LayoutReader reader;

  /**
   * A layout that reads dates of every granularity. A directory of four digits is then taken for a
   * year, not for a partition.
   */
  public Layout(int indexDigits, String extension) {
    this(indexDigits, List.of(extension), List.of(DateSeparator.values()));
  }

  /** A layout that reads only dates of this granularity. */
  public Layout(int indexDigits, String extension, DateSeparator separator) {
    this(indexDigits, List.of(extension), List.of(separator));
  }

  /**
   * A layout to read by, of whatever extension data files have.
   *
   * @param extensions those that there may be; none is the end of another
   */
  public static Layout ofReader(List<String> extensions) {
    return new Layout(MAX_INDEX_DIGITS, extensions, List.of(DateSeparator.values()));
  }

  private Layout(int indexDigits, List<String> extensions, List<DateSeparator> separators) {
    if (indexDigits < MIN_INDEX_DIGITS || indexDigits > MAX_INDEX_DIGITS) {
      throw new IllegalArgumentException("index digits must be 6..20, are " + indexDigits);
    }
    for (String extension : extensions) {
      if (!extension.startsWith(".")) {
        throw new IllegalArgumentException("an extension starts with a dot: '" + extension + "'");
      }
    }
    this.indexDigits = indexDigits;
    this.extension = extensions.get(0);
    this.reader = new LayoutReader(List.copyOf(extensions), separators);
  }

  /** Why a table or database can't be laid out, or empty where it can. */
  public static Optional<String> unusable(TableId table) {
    Optional<String> schema = unusable("schema name", table.schema());
    if (schema.isPresent()) {
      return schema;
    }
    if (table.schema().equals(METADATA)) {
      return Optional.of("schema name is that of the root file 'metadata'");
    }
    if (OWN.contains(table.schema())) {
      return Optional.of("schema name is that of a folder of Spillway's own");
    }
    return table.isSchema() ? Optional.empty() : unusable("table name", table.table());
  }

  private static Optional<String> unusable(String what, String name) {
    String reason = null;
    if (name.isEmpty()) {
      reason = "is empty";
    } else if (name.equals(".") || name.equals("..")) {
      reason = "is '" + name + "'";
    } else if (name.indexOf('/') >= 0) {
      reason = "contains '/'";
    } else if (name.indexOf('\\') >= 0) {
      reason = "contains '\\', which Flink's paths turn into '/'";
    } else if (name.indexOf(':') >= 0) {
      reason = "contains ':', which Flink's paths take for the end of a scheme";
    } else if (name.indexOf('\0') >= 0) {
      reason = "contains NUL";
    } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      reason = "is not valid Unicode";
    } else if (name.chars().anyMatch(Layout::isNoText)) {
      reason = "contains a control character, with which a bucket can't be listed as XML";
    } else if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      reason = "is longer than " + LONGEST_NAME + " bytes, which file systems don't take";
    }
    return Optional.ofNullable(reason).map(text -> what + " " + text);
  }

  private static boolean isNoText(int c) {
    return Character.isISOControl(c) || c == 0xFFFE || c == 0xFFFF;
  }

  public String path(DataFile file) {
    return file.dir().path() + "/" + baseName(file);
  }

  public String indexPath(DataDir dir, String dispatcher) {
    return dir.path() + "/" + META + "/" + stem(dispatcher) + INDEX_SUFFIX;
  }

  /** What the index file says once it covers {@code file} and all before it. */
  public String indexContent(DataFile file) {
    return baseName(file) + "\n";
  }

  /** Path of a table's or database's schema file. */
  public static String schemaPath(TableId table, String schemaFileName) {
    String owner = table.isSchema() ? table.schema() : table.schema() + "/" + table.table();
    return owner + "/" + META + "/" + schemaFileName;
  }

  /** Content of the root file {@value #METADATA}. */
  public static byte[] metadata(long checkpointTs) {
    return ("{\"checkpoint-ts\":" + checkpointTs + "}").getBytes(StandardCharsets.US_ASCII);
  }

  /** The checkpoint-ts in a root file's content; empty where it is anything else. */
  public static OptionalLong parseMetadata(byte[] content) {
    Matcher m = METADATA_FORM.matcher(new String(content, StandardCharsets.UTF_8));
    return m.matches() ? LayoutReader.number(m.group(1)) : OptionalLong.empty();
  }

  public Optional<DataFile> parseData(String path) {
    return reader.dataFile(path);
  }

  public Optional<IndexFile> parseIndex(String path) {
    return reader.indexFile(path);
  }

  /** The data file that an index file's content names; empty where it names none of its own. */
  public Optional<DataFile> parseIndexContent(IndexFile index, String content) {
    return reader.indexContent(index, content);
  }

  public static Optional<SchemaPath> parseSchema(String path) {
    return LayoutReader.schemaFile(path);
  }

  private static String stem(String dispatcher) {
    return dispatcher.isEmpty() ? PREFIX : PREFIX + "_" + dispatcher;
  }

  private String baseName(DataFile file) {
    String digits = Long.toString(file.number());
    StringBuilder name = new StringBuilder(stem(file.dispatcher()));
    if (!file.dispatcher().isEmpty()) {
      name.append('_');
    }
    return name.append("0".repeat(Math.max(0, indexDigits - digits.length())))
        .append(digits)
        .append(extension)
        .toString();
  }
}
