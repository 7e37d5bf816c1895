package io.spillway.tools.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a Flink cluster answers REST requests.
 *
 * @param host name or address; an IPv6 address without its brackets
 * @param port 1..65535
 */
public record ClusterAddress(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9A-Fa-f:]+]|[^:/\\[\\]\\s]+):(\\d{1,5})");

  /** Reads {@code HOST:PORT}; empty for anything else. */
  public static Optional<ClusterAddress> parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(matcher.group(2));
    String host = matcher.group(1).replaceAll("[\\[\\]]", "");
    return port > 0 && port <= 65_535
        ? Optional.of(new ClusterAddress(host, port))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
