package io.spillway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The packages of the module whose test runs, and which of them uses which. Classes of other
 * modules are no business of these rules: the module's pom says which of those it may see.
 */
public final class Layers {
  private final String base;
  private final JavaClasses classes;

  /**
   * @param base package of the module; a layer is the first name below it, or "" for the base
   */
  public Layers(String base) {
    this.base = base;
    this.classes = new ClassFileImporter().importPath(Path.of("target", "classes"));
  }

  public JavaClasses classes() {
    return classes;
  }

  private String layer(JavaClass type) {
    String rest = type.getPackageName().substring(base.length());
    return rest.isEmpty() ? "" : rest.substring(1).split("\\.")[0];
  }

  /** The layers that have classes. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    classes.forEach(type -> names.add(layer(type)));
    return names;
  }

  /**
   * Uses of a layer that are not allowed, a line each.
   *
   * @param allowed for each layer the others of this module that it may use
   * @param frozen full names of classes that all may use, as their names stand in state
   */
  public Set<String> violations(Map<String, List<String>> allowed, Set<String> frozen) {
    Set<String> violations = new TreeSet<>();
    for (JavaClass type : classes) {
      List<String> below = allowed.getOrDefault(layer(type), List.of());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        boolean own = classes.contain(target.getName());
        if (own
            && !layer(target).equals(layer(type))
            && !below.contains(layer(target))
            && !frozen.contains(target.getName())) {
          violations.add(type.getName() + " uses " + target.getName());
        }
      }
    }
    return violations;
  }

  /** Fails where packages use each other in a circle. */
  public void checkCycles() {
    slices().matching(base + ".(**)").should().beFreeOfCycles().check(classes);
  }

  /** Fails where a name says nothing of what the class is for. */
  public void checkNames() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .check(classes);
  }
}
