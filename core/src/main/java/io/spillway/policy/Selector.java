package io.spillway.policy;

import java.io.Serializable;

/**
 * The keys that a row is about. Only the four combinations of {@link Level} can be made.
 *
 * @param domain empty at {@link Level#KIND} and {@link Level#DEFAULT}
 * @param type empty where the domain is
 * @param phase empty for every phase, else its {@link Phase#word}
 * @param kind empty at {@link Level#DEFAULT}
 */
public record Selector(String domain, String type, String phase, String kind)
    implements Serializable {
  public static final Selector DEFAULT = new Selector("", "", "", "");

  public Selector {
    boolean event = !domain.isEmpty() && !type.isEmpty() && !kind.isEmpty();
    boolean other = domain.isEmpty() && type.isEmpty() && phase.isEmpty();
    if (!event && !other) {
      throw new IllegalArgumentException(
          "a row is about domain, type, phase and kind; domain, type and kind; or a kind alone");
    }
  }

  public static Selector exact(PolicyKey key) {
    return new Selector(key.domain(), key.type(), key.phase().word(), key.kind());
  }

  public static Selector event(String domain, String type, String kind) {
    return new Selector(domain, type, "", kind);
  }

  public static Selector kind(String kind) {
    return new Selector("", "", "", kind);
  }

  /** The selector at a level that a key falls under. */
  static Selector of(PolicyKey key, Level level) {
    return switch (level) {
      case EXACT -> exact(key);
      case EVENT -> event(key.domain(), key.type(), key.kind());
      case KIND -> kind(key.kind());
      case DEFAULT -> DEFAULT;
    };
  }

  public Level level() {
    if (kind.isEmpty()) {
      return Level.DEFAULT;
    }
    return domain.isEmpty() ? Level.KIND : phase.isEmpty() ? Level.EVENT : Level.EXACT;
  }

  @Override
  public String toString() {
    return switch (level()) {
      case EXACT -> domain + " " + type + " " + phase + " " + kind;
      case EVENT -> domain + " " + type + " * " + kind;
      case KIND -> "* * * " + kind;
      case DEFAULT -> "default";
    };
  }
}
