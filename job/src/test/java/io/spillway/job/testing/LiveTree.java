package io.spillway.job.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The files below a folder that somebody writes to meanwhile: what goes away while it is listed is
 * not there. ({@link Files#walk} and {@link Files#find} fail then.)
 */
public final class LiveTree {
  private LiveTree() {}

  /** All files whose name is wanted, in order; none where there is no such folder. */
  public static List<Path> files(Path folder, Predicate<String> name) throws IOException {
    TreeSet<Path> found = new TreeSet<>();
    Files.walkFileTree(
        folder,
        tolerant(
            (file, attributes) -> {
              if (name.test(file.getFileName().toString())) {
                found.add(file);
              }
            }));
    return List.copyOf(found);
  }

  /** The file that was written last of all that have this name. */
  public static Optional<Path> newest(Path folder, String name) throws IOException {
    TreeMap<Long, Path> found = new TreeMap<>();
    Files.walkFileTree(
        folder,
        tolerant(
            (file, attributes) -> {
              if (file.endsWith(name)) {
                found.put(attributes.lastModifiedTime().toMillis(), file);
              }
            }));
    return found.isEmpty() ? Optional.empty() : Optional.of(found.lastEntry().getValue());
  }

  private interface Visit {
    void accept(Path file, BasicFileAttributes attributes);
  }

  private static FileVisitor<Path> tolerant(Visit visit) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        visit.accept(file, attributes);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        return goOn(e);
      }

      @Override
      public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
        return e == null ? FileVisitResult.CONTINUE : goOn(e);
      }

      private FileVisitResult goOn(IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
          return FileVisitResult.CONTINUE;
        }
        throw e;
      }
    };
  }
}
