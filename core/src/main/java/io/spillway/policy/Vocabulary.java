package io.spillway.policy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that a matrix is about: domains, their event types and the kinds of error of each. Data
 * and not code, so that a matrix of other names can be read from a file.
 *
 * @param domains event types by domain and name, in the order in which they are shown
 */
public record Vocabulary(Map<String, Map<String, Event>> domains) implements Serializable {

  /**
   * An event type.
   *
   * @param retries whether it has phase {@link Phase#RETRY}
   * @param letters whether there is a record in hand that could go to the dead letters
   * @param kinds the errors that it can end in
   */
  public record Event(boolean retries, boolean letters, Set<String> kinds) implements Serializable {
    public Event {
      kinds = Collections.unmodifiableSet(new LinkedHashSet<>(kinds));
    }

    /** Whether the event has the phase and is decided in it. */
    public boolean decides(Phase phase) {
      return phase == Phase.FAILED || (phase == Phase.RETRY && retries);
    }
  }

  public Vocabulary {
    Map<String, Map<String, Event>> copy = new LinkedHashMap<>();
    domains.forEach(
        (domain, events) ->
            copy.put(domain, Collections.unmodifiableMap(new LinkedHashMap<>(events))));
    domains = Collections.unmodifiableMap(copy);
  }

  /** The event type, or null where there is none of this name. */
  public Event event(String domain, String type) {
    return domains.getOrDefault(domain, Map.of()).get(type);
  }

  public boolean knows(PolicyKey key) {
    Event event = event(key.domain(), key.type());
    return event != null && event.kinds().contains(key.kind());
  }

  /** Whether a selector is about any key at all. */
  public boolean knows(Selector selector) {
    return switch (selector.level()) {
      case DEFAULT -> true;
      case KIND -> kinds().contains(selector.kind());
      case EVENT, EXACT -> {
        Event event = event(selector.domain(), selector.type());
        yield event != null && event.kinds().contains(selector.kind());
      }
    };
  }

  /** Every kind of any event. */
  public Set<String> kinds() {
    Set<String> kinds = new LinkedHashSet<>();
    domains
        .values()
        .forEach(events -> events.values().forEach(event -> kinds.addAll(event.kinds())));
    return kinds;
  }

  /** Every key that is decided. */
  public List<PolicyKey> keys() {
    List<PolicyKey> keys = new ArrayList<>();
    domains.forEach(
        (domain, events) ->
            events.forEach(
                (type, event) -> {
                  for (String kind : event.kinds()) {
                    for (Phase phase : Phase.values()) {
                      if (event.decides(phase)) {
                        keys.add(new PolicyKey(domain, type, phase, kind));
                      }
                    }
                  }
                }));
    return keys;
  }
}
