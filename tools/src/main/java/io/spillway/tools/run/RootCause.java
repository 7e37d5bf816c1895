package io.spillway.tools.run;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.flink.util.ExceptionUtils;

/** What lies at the bottom of a failure, in words for a person. */
public final class RootCause {
  private RootCause() {}

  /** One line: the innermost message, or the name of the innermost kind where it has none. */
  public static String of(Throwable failure) {
    return text(failure).lines().findFirst().get();
  }

  /** The same with all lines that it has. */
  public static String text(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String text = root instanceof FileSystemException file ? ofFile(file) : message(root);
    return ExceptionUtils.findThrowable(failure, OutOfMemoryError.class).isPresent()
        ? "out of memory: " + text
        : text;
  }

  private static String message(Throwable root) {
    String message = root.getMessage() == null ? "" : root.getMessage().strip();
    return message.isEmpty() ? root.getClass().getSimpleName() : message;
  }

  /** Java's own message is often the bare name of the file. */
  private static String ofFile(FileSystemException failure) {
    if (failure.getReason() != null) {
      return message(failure);
    }
    if (failure instanceof NoSuchFileException) {
      return message(failure) + " is not there";
    }
    if (failure instanceof AccessDeniedException) {
      return "no right to " + message(failure);
    }
    return failure.getClass().getSimpleName() + ": " + message(failure);
  }
}
