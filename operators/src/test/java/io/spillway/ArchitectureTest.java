package io.spillway;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The layers of the operators: which package may know which. */
class ArchitectureTest {
  private static final String BASE = "io.spillway.";

  /** Packages of this module, with all that each may use. */
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("event", List.of()),
          Map.entry("metrics", List.of()),
          Map.entry("log", List.of("event")),
          Map.entry("wire", List.of("event")),
          Map.entry("policy", List.of("event", "wire", "metrics", "log")),
          Map.entry("guarded", List.of("policy")),
          Map.entry("control", List.of("event", "wire", "policy", "metrics")),
          Map.entry("encode", List.of("event")),
          Map.entry("schema", List.of("event")),
          Map.entry("decode", List.of("event", "wire", "policy", "metrics", "log")),
          Map.entry("source", List.of("event", "decode", "wire", "policy", "metrics")),
          Map.entry("storage", List.of("event", "schema", "wire", "policy", "metrics", "log")),
          Map.entry(
              "spool",
              List.of("event", "encode", "schema", "storage", "wire", "policy", "metrics", "log")),
          Map.entry(
              "cursor", List.of("event", "search", "storage", "wire", "policy", "metrics", "log")),
          Map.entry("search", List.of("event", "encode", "schema", "wire", "policy", "metrics")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.spillway");

  private static String layer(JavaClass type) {
    String rest = type.getPackageName().substring(BASE.length());
    return rest.split("\\.")[0];
  }

  private static DescribedPredicate<JavaClass> allowedFor(String layer) {
    return new DescribedPredicate<>("what " + layer + " may use") {
      @Override
      public boolean test(JavaClass type) {
        return !type.getPackageName().startsWith(BASE)
            || layer(type).equals(layer)
            || LAYERS.get(layer).contains(layer(type));
      }
    };
  }

  @Test
  void everyPackageHasItsLayer() {
    Set<String> packages = new TreeSet<>();
    CLASSES.forEach(type -> packages.add(layer(type)));
    assertThat(LAYERS.keySet()).containsAll(packages);
    assertThat(packages).contains("event", "spool", "storage").doesNotContain("common");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event", "metrics", "log", "wire", "policy", "encode", "schema", "decode", "source",
        "storage", "spool", "cursor", "search", "control", "guarded"
      })
  void aLayerUsesOnlyThoseBelowIt(String layer) {
    classes()
        .that(resideInAPackage(BASE + layer + ".."))
        .should()
        .onlyDependOnClassesThat(allowedFor(layer))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void theTestedLayersAreAllLayers() throws NoSuchMethodException {
    ValueSource tested =
        ArchitectureTest.class
            .getDeclaredMethod("aLayerUsesOnlyThoseBelowIt", String.class)
            .getAnnotation(ValueSource.class);
    assertThat(Arrays.asList(tested.strings()))
        .containsExactlyInAnyOrderElementsOf(LAYERS.keySet());
  }

  @Test
  void eventsKnowNothingOfFlink() {
    noClasses()
        .that(resideInAPackage(BASE + "event.."))
        .should()
        .dependOnClassesThat(resideInAPackage("org.apache.."))
        .check(CLASSES);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching(BASE + "(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void namesSayWhatAClassDoes() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .check(CLASSES);
  }

  @Test
  void testsUseFakesAndOneTestFramework() {
    JavaClasses tests =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
            .importPackages("io.spillway");
    assertThat(tests.contain(ArchitectureTest.class)).isTrue();
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("org.mockito.."))
        .orShould()
        .dependOnClassesThat(resideInAPackage("org.junit"))
        .orShould()
        .dependOnClassesThat(resideInAPackage("org.junit.rules.."))
        .check(tests);
  }
}
