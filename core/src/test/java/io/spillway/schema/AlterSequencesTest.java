package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random sequences of ALTERs against a plain list of columns that is kept by hand. */
class AlterSequencesTest {
  private static final List<String> TYPES = List.of("INT(11)", "DATE", "VARCHAR(9)", "JSON");

  /** What a column is expected to look like. */
  private record Expected(String name, String type, String value) {
    @Override
    public String toString() {
      return name + " " + type + (value == null ? "" : " =\"" + value + "\"");
    }
  }

  private final List<Expected> model = new ArrayList<>();
  private Random random;
  private int names;

  @Property(tries = 200)
  void theCatalogueAgreesWithTheModelAtEveryVersion(@ForAll long seed) {
    random = new Random(seed);
    model.clear();
    model.add(new Expected("c0", "INT(11)", null));
    names = 1;
    Catalog catalog = new Catalog();
    catalog.apply(Shown.ddl(1, "db.t", "create table t (c0 int)"));
    List<String> versions = new ArrayList<>(List.of(shown()));
    for (int ts = 2; ts < 14; ts++) {
      List<String> clauses = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        clauses.add(clause());
      }
      catalog.apply(Shown.ddl(ts, "db.t", "alter table t " + String.join(", ", clauses)));
      versions.add(shown());
    }
    for (int ts = 1; ts < 14; ts++) {
      String structure = Shown.columns(catalog.structure(Shown.id("db.t"), ts).columns());
      assertThat(structure).as("seed %d version %d", seed, ts).isEqualTo(versions.get(ts - 1));
    }
  }

  private String shown() {
    return model.stream().map(Expected::toString).collect(Collectors.joining(", "));
  }

  private String clause() {
    int kind = model.size() < 2 ? 0 : random.nextInt(8);
    return switch (kind) {
      case 0, 1 -> add();
      case 2 -> drop();
      case 3 -> modify();
      case 4 -> change();
      case 5 -> rename();
      case 6 -> setDefault();
      default -> dropDefault();
    };
  }

  private String add() {
    Expected column = fresh();
    return "add column " + define(column) + place(column, model.size());
  }

  private String drop() {
    return "drop " + written(model.remove(random.nextInt(model.size())).name());
  }

  private String modify() {
    int at = random.nextInt(model.size());
    String name = model.get(at).name();
    Expected column = new Expected(name, TYPES.get(random.nextInt(TYPES.size())), null);
    model.remove(at);
    return "modify " + define(column) + place(column, at);
  }

  private String change() {
    int at = random.nextInt(model.size());
    String old = model.remove(at).name();
    Expected column = fresh();
    return "change " + written(old) + " " + define(column) + place(column, at);
  }

  private String rename() {
    int at = random.nextInt(model.size());
    Expected old = model.get(at);
    model.set(at, new Expected(fresh().name(), old.type(), old.value()));
    return "rename column " + written(old.name()) + " to `" + model.get(at).name() + "`";
  }

  private String setDefault() {
    int at = random.nextInt(model.size());
    Expected old = model.get(at);
    model.set(at, new Expected(old.name(), old.type(), "v" + at));
    return "alter column " + written(old.name()) + " set default 'v" + at + "'";
  }

  private String dropDefault() {
    int at = random.nextInt(model.size());
    Expected old = model.get(at);
    model.set(at, new Expected(old.name(), old.type(), null));
    return "alter " + written(old.name()) + " drop default";
  }

  private Expected fresh() {
    return new Expected(
        (random.nextBoolean() ? "c" : "C") + names++,
        TYPES.get(random.nextInt(TYPES.size())),
        null);
  }

  /** Puts the column into the model and says where. */
  private String place(Expected column, int unsaid) {
    int where = random.nextInt(3);
    if (where == 0) {
      model.add(0, column);
      return " first";
    }
    if (where == 1 && !model.isEmpty()) {
      int after = random.nextInt(model.size());
      String name = model.get(after).name();
      model.add(after + 1, column);
      return " after " + written(name);
    }
    model.add(unsaid, column);
    return "";
  }

  /** A definition is what fixes a name's letter case. */
  private static String define(Expected column) {
    return "`" + column.name() + "` " + column.type().replace("(11)", "");
  }

  private String written(String name) {
    return switch (random.nextInt(4)) {
      case 0 -> name.toUpperCase(Locale.ROOT);
      case 1 -> name.toLowerCase(Locale.ROOT);
      case 2 -> "`" + name + "`";
      default -> "\"" + name + "\"";
    };
  }
}
