package io.spillway.job.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${NAME}} in a value by a variable of the environment, and {@code ${file:PATH}} by
 * what a file has in it, without the line break at its end: as Kubernetes and Docker hand secrets
 * to a process. Anything else with a dollar sign stays as it is, {@code ${file:PATH:KEY}} too,
 * which Kafka's own providers read.
 */
final class References {
  /** Secrets are short; whatever is longer is another file than was meant. */
  static final int LONGEST_FILE = 64 << 10;

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)|file:([^:{}]+))}");

  private References() {}

  /** What is wrong with the first reference that can't be replaced; shows no content of a file. */
  static Optional<String> problem(String text, Context context) {
    return REFERENCE
        .matcher(text)
        .results()
        .flatMap(reference -> problem(reference, context).stream())
        .findFirst();
  }

  private static Optional<String> problem(MatchResult reference, Context context) {
    if (reference.group(1) != null) {
      return context.environment().containsKey(reference.group(1))
          ? Optional.empty()
          : Optional.of("environment variable " + reference.group(1) + " is not set");
    }
    if (!context.readsFiles()) {
      return Optional.of("files are read for values of a pipeline file only");
    }
    try {
      String content = read(reference.group(2), context);
      return content.isEmpty()
          ? Optional.of("file " + reference.group(2) + " is empty")
          : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      String why = e.getClass().getSimpleName().replace("Exception", "");
      return Optional.of("file " + reference.group(2) + " can't be read (" + why + ")");
    }
  }

  /** The text with all references replaced; none may have a {@link #problem}. */
  static String replace(String text, Context context) {
    return REFERENCE
        .matcher(text)
        .replaceAll(reference -> Matcher.quoteReplacement(value(reference, context)));
  }

  private static String value(MatchResult reference, Context context) {
    if (reference.group(1) != null) {
      return context.environment().get(reference.group(1));
    }
    try {
      return read(reference.group(2), context);
    } catch (IOException e) {
      // read a moment ago; what has become of it since is found out by whoever uses the value
      return "";
    }
  }

  private static String read(String path, Context context) throws IOException {
    try (InputStream in = Files.newInputStream(context.folder().resolve(Path.of(path)))) {
      byte[] content = in.readNBytes(LONGEST_FILE + 1);
      if (content.length > LONGEST_FILE) {
        throw new IOException("more than " + LONGEST_FILE + " bytes");
      }
      String text = new String(content, StandardCharsets.UTF_8);
      return text.endsWith("\r\n")
          ? text.substring(0, text.length() - 2)
          : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
  }
}
