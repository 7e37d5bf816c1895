package io.spillway.tools.verify;

import io.spillway.layout.IndexFile;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.core.fs.Path;

/** The numbered data files of one directory and dispatcher, and what their index file says. */
final class Series {
  private final IndexFile index;
  private final TreeMap<Long, Member> files = new TreeMap<>();
  private Path dir;
  private OptionalLong covered = OptionalLong.empty();
  private boolean indexBroken;

  /** A data file by its own name, which may have another width than its neighbours'. */
  record Member(String baseName, long bytes) {}

  Series(IndexFile index) {
    this.index = index;
  }

  /** Adds a file; false where there is one of that number. */
  boolean add(long number, Path path, long bytes) {
    dir = path.getParent();
    return files.putIfAbsent(number, new Member(path.getName(), bytes)) == null;
  }

  void covered(long number) {
    covered = OptionalLong.of(number);
  }

  void indexBroken() {
    indexBroken = true;
  }

  IndexFile index() {
    return index;
  }

  TreeMap<Long, Member> files() {
    return files;
  }

  /** The newest number that the index file covers; empty without a readable index file. */
  OptionalLong covered() {
    return covered;
  }

  boolean isIndexBroken() {
    return indexBroken;
  }

  Path path(Member member) {
    return new Path(dir, member.baseName());
  }

  String name(Member member) {
    return index.dir().path() + "/" + member.baseName();
  }
}
