package io.spillway.tools;

import io.spillway.tools.start.Decision;
import java.util.ArrayList;
import java.util.List;

/** What a start would do, in words. */
final class StartText {
  private StartText() {}

  static List<String> lines(Decision decision) {
    List<String> lines = new ArrayList<>();
    if (decision instanceof Decision.Resume resume) {
      lines.add("a start would resume from " + resume.checkpoint());
      resume.restoration().told().forEach(lines::add);
    } else if (decision instanceof Decision.Begin begin) {
      lines.add("a start would begin: " + begin.why());
    } else if (decision instanceof Decision.NothingNew nothing) {
      lines.add("a start would do nothing: " + nothing.why());
    } else if (decision instanceof Decision.Refuse refuse) {
      lines.add("a start would refuse: " + refuse.why());
    } else {
      throw new IllegalStateException("unknown decision " + decision);
    }
    return lines;
  }
}
