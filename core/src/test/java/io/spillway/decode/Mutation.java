package io.spillway.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Ways in which a message can be damaged, or said differently. */
enum Mutation {
  FLIP_BYTE {
    @Override
    byte[] apply(byte[] message, Random random) {
      byte[] flipped = message.clone();
      if (flipped.length > 0) {
        flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      }
      return flipped;
    }
  },
  TRUNCATE {
    @Override
    byte[] apply(byte[] message, Random random) {
      return random.nextInt(4) == 0
          ? Arrays.copyOf(message, random.nextInt(message.length + 1))
          : message;
    }
  },
  INSERT_FRAGMENT {
    @Override
    byte[] apply(byte[] message, Random random) {
      int at = random.nextInt(message.length + 1);
      return splice(message, at, at, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
    }
  },
  INSERT_BYTES {
    @Override
    byte[] apply(byte[] message, Random random) {
      byte[] noise = new byte[1 + random.nextInt(4)];
      random.nextBytes(noise);
      int at = random.nextInt(message.length + 1);
      return splice(message, at, at, new String(noise, StandardCharsets.ISO_8859_1));
    }
  },
  REPEAT_RANGE {
    @Override
    byte[] apply(byte[] message, Random random) {
      int from = random.nextInt(message.length + 1);
      int to = Math.min(message.length, from + random.nextInt(40));
      byte[] range = Arrays.copyOfRange(message, from, to);
      return splice(message, from, from, new String(range, StandardCharsets.ISO_8859_1));
    }
  },
  WHITE_SPACE {
    @Override
    byte[] apply(byte[] message, Random random) {
      StringBuilder spaced = new StringBuilder();
      for (byte b : message) {
        char c = (char) (b & 0xFF);
        boolean structural = "{}[]:,".indexOf(c) >= 0 && random.nextInt(6) == 0;
        spaced.append(structural ? SPACE[random.nextInt(SPACE.length)] : "").append(c);
      }
      return spaced.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
  },
  ESCAPE_CHARACTER {
    @Override
    byte[] apply(byte[] message, Random random) {
      int at = random.nextInt(message.length + 1);
      while (at < message.length && !Character.isLetter(message[at])) {
        at++;
      }
      return at >= message.length
          ? message
          : splice(message, at, at + 1, String.format("\\u%04x", message[at]));
    }
  },
  REORDER_KEYS {
    @Override
    byte[] apply(byte[] message, Random random) {
      return rewrite(message, tree -> shuffle(tree, random));
    }
  },
  OTHER_VALUE {
    @Override
    byte[] apply(byte[] message, Random random) {
      return rewrite(
          message,
          tree -> {
            if (tree instanceof ObjectNode object && !object.isEmpty()) {
              boolean inner = object.has("_tidb") && random.nextInt(3) == 0;
              replaceOne(
                  inner && object.get("_tidb") instanceof ObjectNode tidb ? tidb : object, random);
            }
            return tree;
          });
    }
  };

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String[] SPACE = {" ", "\n", "\r\n", "\t", "  "};

  private static final String[] FRAGMENTS = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\u12",
    "\\x",
    "0",
    "-",
    ".",
    "e",
    "1e400",
    "NaN",
    "null",
    "true",
    "//",
    "/**/",
    "'",
    "\0",
    "\n",
    "\t",
    "\u007f",
    "\u00c3\u00a9",
    "\u00e2\u0082\u00ac",
    "\u00f0\u009f\u0098\u0080",
    "\u00c0\u0080",
    "\u00ed\u00a0\u0080",
    "\u00f4\u0090\u0080\u0080",
    "\u00ef\u00bb\u00bf",
    "\u0080",
    "\u00ff",
    "\"isDdl\":true,",
    "\"database\":\"x\",",
    "\"old\":1,\"old\":2,",
    "{\"a\":[{}]},",
    "\"onlyHandleKey\":true,",
    "\"commitTs\":1,",
    "\"es\":1,"
  };

  private static final String[] VALUES = {
    "null",
    "true",
    "false",
    "0",
    "-1",
    "-0",
    "1.0",
    "1e3",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999",
    "35184372088831",
    "35184372088832",
    "\"\"",
    "\"x\"",
    "\"INSERT\"",
    "\"insert\"",
    "\"BOOTSTRAP\"",
    "\"TIDB_WATERMARK\"",
    "\"a b\"",
    "{}",
    "[]",
    "[{}]",
    "[{\"a\":\"b\"},{}]",
    "[{\"a\":1},2]",
    "[[]]",
    "{\"a\":\"int\"}",
    "[\"a\",1,null]",
    "{\"commitTs\":5}",
    "{\"watermarkTs\":6}",
    "{\"commitTs\":5,\"onlyHandleKey\":true}"
  };

  abstract byte[] apply(byte[] message, Random random);

  private interface Rewrite {
    JsonNode of(JsonNode tree);
  }

  private static byte[] splice(byte[] message, int from, int to, String bytes) {
    String text = new String(message, StandardCharsets.ISO_8859_1);
    String spliced = text.substring(0, from) + bytes + text.substring(to);
    return spliced.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] rewrite(byte[] message, Rewrite rewrite) {
    try {
      JsonNode tree = JSON.readTree(message);
      return tree == null ? message : JSON.writeValueAsBytes(rewrite.of(tree));
    } catch (IOException notJson) {
      return message;
    }
  }

  private static JsonNode shuffle(JsonNode tree, Random random) {
    if (tree instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, shuffle(array.get(i), random));
      }
    }
    if (!(tree instanceof ObjectNode object)) {
      return tree;
    }
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    Collections.shuffle(names, random);
    ObjectNode shuffled = JSON.createObjectNode();
    names.forEach(name -> shuffled.set(name, shuffle(object.get(name), random)));
    return shuffled;
  }

  private static void replaceOne(ObjectNode object, Random random) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      return;
    }
    String name = names.get(random.nextInt(names.size()));
    if (random.nextInt(8) == 0) {
      object.remove(name);
      return;
    }
    try {
      object.set(name, JSON.readTree(VALUES[random.nextInt(VALUES.length)]));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
