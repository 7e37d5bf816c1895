package io.spillway.job.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A single value at its place in the file. Every reading method gives the default where the value
 * is absent, and adds a fault and gives the default where it is not what is wanted. So reading goes
 * on after a fault, and what it yields is thrown away in the end.
 */
final class Value {
  private static final String NO_VALUE = "has no value; leave the key out for its default";

  private final String path;
  private final int line;
  private final String shown;
  private final Optional<String> text;
  private final Context context;

  private Value(String path, int line, String shown, Optional<String> text, Context context) {
    this.path = path;
    this.line = line;
    this.shown = shown;
    this.text = text;
    this.context = context;
  }

  static Value absent(String path, int line, Context context) {
    return new Value(path, line, "", Optional.empty(), context);
  }

  static Value of(String path, int line, Node node, Context context) {
    Value absent = absent(path, line, context);
    if (!(node instanceof ScalarNode scalar)) {
      absent.faultOnce("must be a single value, not a list or mapping");
      return absent;
    }
    if (scalar.getTag().equals(Tag.NULL)) {
      absent.faultOnce(NO_VALUE);
      return absent;
    }
    String raw = scalar.getValue();
    Optional<String> problem = References.problem(raw, context);
    if (problem.isPresent()) {
      absent.faultOnce(problem.get());
      return absent;
    }
    String replaced = References.replace(raw, context);
    if (SecretNames.isTooShort(path, replaced)) {
      absent.faultOnce(
          "is a secret of fewer than "
              + SecretNames.SHORTEST
              + " characters: nobody could keep it out of a text without keeping out the text");
      return absent;
    }
    return new Value(path, line, SecretNames.show(path, raw), Optional.of(replaced), context);
  }

  boolean isPresent() {
    return text.isPresent();
  }

  /** The text, or empty where the value is absent. */
  Optional<String> asText() {
    return text;
  }

  /** The folder against which bare paths are resolved. */
  Path folder() {
    return context.folder();
  }

  void fault(String message) {
    context.faults().add(line, path, shown, message);
  }

  /** A value may be looked at several times; what is wrong with its node is told once. */
  private void faultOnce(String message) {
    if (context.faults().noneAt(path)) {
      fault(message);
    }
  }

  String text(String orElse) {
    return text.orElse(orElse);
  }

  /** A text that must be there and must not be blank. */
  String required(String example) {
    if (text.isEmpty()) {
      // without a default there is nothing to leave it out for
      context.faults().replace(path, NO_VALUE, "has no value and is required, as " + example);
      faultOnce("is required, as " + example);
    } else if (text.get().isBlank()) {
      fault("is empty; give a value, as " + example);
    }
    return text.orElse("");
  }

  Secret secret() {
    return new Secret(text(""));
  }

  boolean flag(boolean orElse) {
    return switch (text(Boolean.toString(orElse))) {
      case "true" -> true;
      case "false" -> false;
      default -> {
        fault("is not true or false");
        yield orElse;
      }
    };
  }

  int integer(int orElse, int least, int most) {
    return integer(least, most).orElse(orElse);
  }

  OptionalInt integer(int least, int most) {
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int number = Integer.parseInt(text.get().strip());
      if (number >= least && number <= most) {
        return OptionalInt.of(number);
      }
    } catch (NumberFormatException e) {
      // told below, together with the range
    }
    fault("is not a whole number from " + least + " to " + most);
    return OptionalInt.empty();
  }

  /** A share above 0, at most 1. */
  double share(double orElse) {
    return fraction(orElse, Double.MIN_VALUE, "above 0, at most 1");
  }

  /** A share from 0 to 1, both of which may be meant. */
  double ratio(double orElse) {
    return fraction(orElse, 0, "0 to 1");
  }

  private double fraction(double orElse, double least, String allowed) {
    if (text.isEmpty()) {
      return orElse;
    }
    try {
      double share = Double.parseDouble(text.get().strip());
      if (share >= least && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // told below, together with the range
    }
    fault("is not a share (as " + orElse + ", " + allowed + ")");
    return orElse;
  }

  /** Bytes; default and limits in the notation of the file, {@code most} empty for no limit. */
  long size(String orElse, String least, String most) {
    return Notation.SIZE.read(this, orElse, least, most);
  }

  /** A time; default and limits in the notation of the file, {@code most} empty for no limit. */
  Duration duration(String orElse, String least, String most) {
    return Notation.DURATION.read(this, orElse, least, most);
  }

  ZoneId zone(String orElse) {
    try {
      return ZoneId.of(text(orElse));
    } catch (DateTimeException e) {
      fault("is not a time zone (as UTC, Europe/Berlin or +08:00)");
      return ZoneOffset.UTC;
    }
  }

  /** One of an enum's constants, written as {@code lower-case}. */
  <E extends Enum<E>> E choice(E orElse) {
    return choice(orElse, constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  <E extends Enum<E>> E choice(E orElse, Function<E, String> label) {
    if (text.isEmpty()) {
      return orElse;
    }
    E[] all = orElse.getDeclaringClass().getEnumConstants();
    Optional<E> found =
        Arrays.stream(all).filter(each -> label.apply(each).equals(text.get())).findFirst();
    if (found.isEmpty()) {
      fault("is not one of " + Arrays.stream(all).map(label).collect(Collectors.joining(", ")));
    }
    return found.orElse(orElse);
  }

  /** A URI or a bare path; empty where the value is absent, blank or wrong. */
  Optional<URI> uri() {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Uris.Reading reading = Uris.read(text.get(), context.folder());
    if (reading.uri().isEmpty()) {
      fault(reading.problem());
    }
    return reading.uri();
  }

  URI requiredUri(String example) {
    if (text.isEmpty()) {
      required(example);
    }
    return uri().orElse(Uris.NOWHERE);
  }
}
