package io.spillway.tools.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.layout.SchemaPath;
import io.spillway.tools.verify.BucketFiles.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists one table. The order makes it right beside a running job, which writes schema file, data
 * files, index file: index files are read before the data files they cover are listed, and schema
 * files are listed last.
 */
final class TableWalk {
  /** {@code schema/table/version/meta} is the highest place of an index file. */
  private static final int INDEX_DEPTH = 4;

  private static final String META = "meta";

  private final BucketFiles files;
  private final Layout layout;
  private final FaultLog faults;
  private final boolean live;
  private final Map<IndexFile, Series> series = new LinkedHashMap<>();
  private final List<SchemaEntry> schemas = new ArrayList<>();

  /** A schema file by its path. */
  record SchemaEntry(SchemaPath path, Entry entry) {}

  TableWalk(BucketFiles files, Layout layout, FaultLog faults, boolean live) {
    this.files = files;
    this.layout = layout;
    this.faults = faults;
    this.live = live;
  }

  void walk(Entry dir) throws IOException {
    List<Entry> children = files.list(dir);
    Optional<Entry> meta =
        children.stream().filter(c -> c.isDir() && c.baseName().equals(META)).findFirst();
    boolean indexFirst = meta.isPresent() && depth(meta.get()) >= INDEX_DEPTH;
    if (indexFirst) {
      walk(meta.get());
    }
    for (Entry file : indexFirst && live ? files.list(dir) : children) {
      if (!file.isDir()) {
        file(file);
      }
    }
    for (Entry child : children) {
      if (child.isDir() && !child.baseName().equals(META)) {
        walk(child);
      }
    }
    if (meta.isPresent() && !indexFirst) {
      walk(meta.get());
    }
  }

  Collection<Series> series() {
    return series.values();
  }

  List<SchemaEntry> schemas() {
    return schemas;
  }

  /** Whether readers of the layout overlook this path: temporary files and the like. */
  static boolean isHidden(String name) {
    for (String part : name.split("/", -1)) {
      if (part.startsWith(".") || part.startsWith("_")) {
        return true;
      }
    }
    return false;
  }

  private void file(Entry file) throws IOException {
    Optional<DataFile> data = layout.parseData(file.name());
    if (data.isPresent()) {
      if (!of(data.get().index()).add(data.get().number(), file.path(), file.bytes())) {
        faults.add(FaultKind.NUMBER_TWICE, file.name(), "number " + data.get().number());
      }
      return;
    }
    Optional<IndexFile> index = layout.parseIndex(file.name());
    if (index.isPresent()) {
      index(index.get(), file);
      return;
    }
    Optional<SchemaPath> schema = Layout.parseSchema(file.name());
    if (schema.isPresent()) {
      schemas.add(new SchemaEntry(schema.get(), file));
    } else if (!isHidden(file.name())) {
      faults.stray(file.name());
    }
  }

  private void index(IndexFile index, Entry file) throws IOException {
    byte[] content = files.read(file, bytes -> named(index, bytes).isPresent());
    Optional<DataFile> named = named(index, content);
    if (named.isPresent()) {
      of(index).covered(named.get().number());
    } else {
      of(index).indexBroken();
      faults.add(FaultKind.INDEX_CONTENT, file.name(), Quoted.start(content));
    }
  }

  private Optional<DataFile> named(IndexFile index, byte[] content) {
    return layout.parseIndexContent(index, new String(content, UTF_8));
  }

  private Series of(IndexFile index) {
    return series.computeIfAbsent(index, Series::new);
  }

  private static int depth(Entry entry) {
    return entry.name().split("/", -1).length;
  }
}
