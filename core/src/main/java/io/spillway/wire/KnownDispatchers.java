package io.spillway.wire;

import io.spillway.event.DispatcherId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the dispatcher of a row by the bytes of its key, without making strings. It holds at most
 * {@link #MAX_SIZE}, then it starts over.
 */
final class KnownDispatchers {
  static final int MAX_SIZE = 1 << 17;
  private static final int FIRST_SLOTS = 256;

  private DispatcherId[] slots = new DispatcherId[FIRST_SLOTS];
  private int size;

  /**
   * @param hash the dispatcher's hash code; another one costs memory and nothing else
   * @param utf8 begins with {@code length} bytes of key
   */
  DispatcherId find(int hash, byte[] utf8, int length) {
    int slot = slot(hash);
    for (DispatcherId at = slots[slot]; at != null; at = slots[slot]) {
      byte[] key = at.utf8();
      if (Arrays.equals(key, 0, key.length, utf8, 0, length)) {
        return at;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return add(hash, DispatcherId.parse(new String(utf8, 0, length, StandardCharsets.UTF_8)));
  }

  int size() {
    return size;
  }

  private DispatcherId add(int hash, DispatcherId dispatcher) {
    if (size == MAX_SIZE) {
      slots = new DispatcherId[FIRST_SLOTS];
      size = 0;
    } else if (size * 2 >= slots.length) {
      DispatcherId[] old = slots;
      slots = new DispatcherId[old.length * 2];
      for (DispatcherId known : old) {
        if (known != null) {
          put(known.hashCode(), known);
        }
      }
    }
    put(hash, dispatcher);
    size++;
    return dispatcher;
  }

  private void put(int hash, DispatcherId dispatcher) {
    int slot = slot(hash);
    while (slots[slot] != null) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = dispatcher;
  }

  private int slot(int hash) {
    return (hash * 0x9E3779B9 >>> 8) & (slots.length - 1);
  }
}
