package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The sizes that the README promises, of every module's main code. */
class SourceSizesTest {
  private static final int FILE_LINES = 400;
  private static final int MOST_METHOD_LINES = 60;
  private static final int MOST_PARAMETERS = 7;

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static List<Path> sources(String part) throws IOException {
    try (Stream<Path> tree = Files.walk(ROOT)) {
      return tree.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> ROOT.relativize(path).toString().contains(part))
          .filter(path -> !ROOT.relativize(path).toString().contains("target/"))
          .sorted()
          .toList();
    }
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString();
  }

  @Test
  void filesAreShort() throws IOException {
    Set<String> tooLong = new TreeSet<>();
    List<Path> files = sources("src/main/java/");
    for (Path file : files) {
      long lines = Files.readAllLines(file).size();
      if (lines >= FILE_LINES) {
        tooLong.add(name(file) + ": " + lines + " lines");
      }
    }
    assertThat(files).hasSizeGreaterThan(500);
    assertThat(tooLong).isEmpty();
  }

  @Test
  void methodsAreShortAndTakeFewParameters() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Set<String> tooLarge = new TreeSet<>();
    int seen = 0;
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources("src/main/java/")));
      for (CompilationUnitTree unit : task.parse()) {
        Methods methods = new Methods(unit, Trees.instance(task).getSourcePositions());
        methods.scan(unit, tooLarge);
        seen += methods.seen;
      }
    }
    assertThat(seen).isGreaterThan(3000);
    assertThat(tooLarge).isEmpty();
  }

  private static final class Methods extends TreePathScanner<Void, Set<String>> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private int seen;

    Methods(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitMethod(MethodTree method, Set<String> tooLarge) {
      seen++;
      LineMap map = unit.getLineMap();
      long start = positions.getStartPosition(unit, method);
      if (method.getBody() != null && start >= 0) {
        long lines =
            map.getLineNumber(positions.getEndPosition(unit, method))
                - map.getLineNumber(positions.getStartPosition(unit, method.getBody()))
                + 1;
        if (lines > MOST_METHOD_LINES) {
          tooLarge.add(where(method) + ": " + lines + " lines");
        }
      }
      if (method.getParameters().size() > MOST_PARAMETERS && !isOfRecord()) {
        tooLarge.add(where(method) + ": " + method.getParameters().size() + " parameters");
      }
      return super.visitMethod(method, tooLarge);
    }

    /** A record lists what it holds, however much that is. */
    private boolean isOfRecord() {
      return getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
    }

    private String where(MethodTree method) {
      return name(Path.of(unit.getSourceFile().toUri())) + " " + method.getName();
    }
  }
}
