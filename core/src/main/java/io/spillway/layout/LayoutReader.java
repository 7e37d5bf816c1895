package io.spillway.layout;

import io.spillway.event.TableId;
import io.spillway.schema.SchemaFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Takes the paths of a bucket apart; {@link Layout} says what they mean. */
final class LayoutReader {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final List<String> extensions;
  private final List<DateSeparator> separators;

  /**
   * @param extensions of data files; none is the end of another
   */
  LayoutReader(List<String> extensions, List<DateSeparator> separators) {
    this.extensions = extensions;
    this.separators = separators;
  }

  Optional<DataFile> dataFile(String path) {
    List<String> parts = parts(path);
    int last = parts.size() - 1;
    return dir(parts.subList(0, last)).flatMap(dir -> data(dir, parts.get(last)));
  }

  Optional<IndexFile> indexFile(String path) {
    List<String> parts = parts(path);
    int last = parts.size() - 1;
    if (last < 1 || !parts.get(last - 1).equals(Layout.META)) {
      return Optional.empty();
    }
    return dispatcherOfIndex(parts.get(last))
        .flatMap(who -> dir(parts.subList(0, last - 1)).map(d -> new IndexFile(d, who)));
  }

  Optional<DataFile> indexContent(IndexFile index, String content) {
    if (!content.endsWith("\n")) {
      return Optional.empty();
    }
    return data(index.dir(), content.substring(0, content.length() - 1))
        .filter(file -> file.dispatcher().equals(index.dispatcher()));
  }

  static Optional<SchemaPath> schemaFile(String path) {
    List<String> parts = parts(path);
    int last = parts.size() - 1;
    if (last < 2 || last > 3 || !parts.get(last - 1).equals(Layout.META) || hasEmpty(parts)) {
      return Optional.empty();
    }
    TableId table = new TableId(parts.get(0), last == 2 ? "" : parts.get(1));
    return SchemaFile.parseName(parts.get(last)).map(name -> new SchemaPath(table, name));
  }

  private Optional<DataFile> data(DataDir dir, String baseName) {
    Optional<String> extension = extensions.stream().filter(baseName::endsWith).findFirst();
    int start = Layout.PREFIX.length();
    if (!baseName.startsWith(Layout.PREFIX) || extension.isEmpty()) {
      return Optional.empty();
    }
    String middle =
        baseName.substring(start, Math.max(start, baseName.length() - extension.get().length()));
    String dispatcher = "";
    String digits = middle;
    if (middle.startsWith("_")) {
      int end = middle.lastIndexOf('_');
      if (end < 2) {
        return Optional.empty();
      }
      dispatcher = middle.substring(1, end);
      digits = middle.substring(end + 1);
    }
    if (digits.length() < Layout.MIN_INDEX_DIGITS) {
      return Optional.empty();
    }
    OptionalLong number = number(digits);
    return number.isPresent()
        ? Optional.of(new DataFile(dir, dispatcher, number.getAsLong()))
        : Optional.empty();
  }

  private static Optional<String> dispatcherOfIndex(String baseName) {
    if (baseName.equals(Layout.PREFIX + Layout.INDEX_SUFFIX)) {
      return Optional.of("");
    }
    int start = Layout.PREFIX.length() + 1;
    int end = baseName.length() - Layout.INDEX_SUFFIX.length();
    return baseName.startsWith(Layout.PREFIX + "_")
            && baseName.endsWith(Layout.INDEX_SUFFIX)
            && end > start
        ? Optional.of(baseName.substring(start, end))
        : Optional.empty();
  }

  private Optional<DataDir> dir(List<String> parts) {
    if (parts.size() < 3 || parts.size() > 5 || hasEmpty(parts)) {
      return Optional.empty();
    }
    OptionalLong version = plainNumber(parts.get(2));
    if (version.isEmpty()) {
      return Optional.empty();
    }
    List<String> rest = new ArrayList<>(parts.subList(3, parts.size()));
    String date = "";
    if (!rest.isEmpty() && isDate(rest.get(rest.size() - 1))) {
      date = rest.remove(rest.size() - 1);
    } else if (!separators.contains(DateSeparator.NONE)) {
      return Optional.empty();
    }
    OptionalLong partition = rest.isEmpty() ? OptionalLong.of(0) : plainNumber(rest.get(0));
    boolean isPartition = rest.size() == 1 && partition.orElse(0) > 0;
    if (!rest.isEmpty() && !isPartition) {
      return Optional.empty();
    }
    TableId table = new TableId(parts.get(0), parts.get(1));
    return Optional.of(new DataDir(table, version.getAsLong(), partition.getAsLong(), date));
  }

  private boolean isDate(String name) {
    return separators.stream().anyMatch(s -> s != DateSeparator.NONE && s.matches(name));
  }

  private static List<String> parts(String path) {
    return Arrays.asList(path.split("/", -1));
  }

  private static boolean hasEmpty(List<String> parts) {
    return parts.contains("");
  }

  /** A number without leading zeros, so that no two directories mean the same. */
  private static OptionalLong plainNumber(String digits) {
    return digits.startsWith("0") && digits.length() > 1 ? OptionalLong.empty() : number(digits);
  }

  static OptionalLong number(String digits) {
    if (!NUMBER.matcher(digits).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException beyondLong) {
      return OptionalLong.empty();
    }
  }
}
