package io.spillway.job.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Turns the bytes of a file into the nodes of one YAML document; syntax errors become faults. */
final class YamlSource {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();

  private YamlSource() {}

  /** The document's top mapping, or empty after a fault was added. */
  static Optional<MappingNode> compose(byte[] bytes, Faults faults) {
    if (bytes.length > YamlBounds.MAX_BYTES) {
      faults.add(1, "", "", "the file is larger than " + YamlBounds.MAX_BYTES + " bytes");
      return Optional.empty();
    }
    Optional<String> text = decode(bytes, faults);
    return text.flatMap(yaml -> compose(yaml, faults));
  }

  /** The line on which a node begins, from 1. */
  static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private static Optional<String> decode(byte[] bytes, Faults faults) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      faults.add(lineAt(text, text.length()), "", "", "the file is not UTF-8 text");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  private static Optional<MappingNode> compose(String yaml, Faults faults) {
    try {
      Optional<YamlBounds.Excess> excess = YamlBounds.excess(yaml, SETTINGS);
      if (excess.isPresent()) {
        faults.add(excess.get().line(), "", "", excess.get().message());
        return Optional.empty();
      }
      Optional<Node> root = new Compose(SETTINGS).composeString(yaml);
      if (root.isEmpty()) {
        faults.add(1, "", "", "the file is empty; pipeline, sources and an output are required");
        return Optional.empty();
      }
      if (root.get() instanceof MappingNode mapping) {
        return Optional.of(mapping);
      }
      faults.add(line(root.get()), "", "", "the file must be a mapping: pipeline:, sources:, ...");
    } catch (MarkedYamlEngineException e) {
      // The exception's own message quotes the line, and the line may hold a secret.
      int line = e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
      String context = e.getContext() == null ? "" : e.getContext() + ", ";
      faults.add(line, "", "", "not YAML: " + context + e.getProblem());
    } catch (ReaderException e) {
      faults.add(
          lineAt(yaml, e.getPosition()),
          "",
          "",
          "not YAML: a character that it does not allow, U+%04X".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      faults.add(1, "", "", "not YAML: " + e.getMessage());
    }
    return Optional.empty();
  }

  private static int lineAt(String text, int position) {
    int end = Math.min(position, text.length());
    return 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }
}
