package io.spillway.job.cursor;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.EarlierEvents;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.cursor.log.NewestInFolder;
import io.spillway.cursor.log.TopicLog;
import io.spillway.job.config.Location;
import io.spillway.job.config.PlaceText;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.Path;

/** An event log as a user names it: a folder or file, or {@code kafka://HOST:PORT/TOPIC}. */
public sealed interface LogLocation {
  /**
   * Hands on every event that the filter takes, in the order of the log.
   *
   * @return how many were looked at
   */
  long read(EventFilter filter, Consumer<CursorEvent> out) throws IOException;

  /** The log as the tools and a job that begins see it. */
  static EarlierEvents earlier(Location location) {
    return location instanceof Location.Topic topic
        ? new TopicLog(
            topic.connection().brokers(), topic.connection().properties().values(), topic.topic())
        : new NewestInFolder(PlaceText.of(((Location.Files) location).path()));
  }

  /** A folder of {@code .ndjson} files, or one of them. */
  record Files(Path path) implements LogLocation {
    @Override
    public long read(EventFilter filter, Consumer<CursorEvent> out) throws IOException {
      return new EventLogReader(path).read(filter, out);
    }
  }

  /**
   * A topic.
   *
   * @param brokers bootstrap servers
   * @param client further properties of the Kafka client
   */
  record Topic(String brokers, String topic, Map<String, String> client) implements LogLocation {
    private static final Pattern URI = Pattern.compile("kafka://([^/]+)/([^/]+)");

    @Override
    public long read(EventFilter filter, Consumer<CursorEvent> out) throws IOException {
      return new TopicLog(brokers, client, topic).read(filter, out);
    }

    /** True where a text is meant to be one. */
    public static boolean isMeant(String location) {
      return location.startsWith("kafka://");
    }

    /** Throws IllegalArgumentException on anything but {@code kafka://HOST:PORT/TOPIC}. */
    public static Topic parse(String location, Map<String, String> client) {
      Matcher m = URI.matcher(location);
      if (!m.matches()) {
        throw new IllegalArgumentException(location + " is not kafka://HOST:PORT/TOPIC");
      }
      return new Topic(m.group(1), m.group(2), client);
    }
  }
}
