package io.spillway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What holds of every module's packages; its own test says which of them may use which. */
public abstract class LayersContract {
  private final Layers layers;
  private final Map<String, List<String>> allowed;
  private final Set<String> frozen;

  /**
   * @param base as {@link Layers#Layers} has it
   * @param allowed for each layer the others that it may use
   * @param frozen as {@link Layers#violations} has them
   */
  protected LayersContract(String base, Map<String, List<String>> allowed, Set<String> frozen) {
    this.layers = new Layers(base);
    this.allowed = allowed;
    this.frozen = frozen;
  }

  protected JavaClasses classes() {
    return layers.classes();
  }

  @Test
  void everyLayerUsesOnlyThoseBelowIt() {
    assertThat(layers.names()).isEqualTo(new TreeSet<>(allowed.keySet()));
    assertThat(layers.violations(allowed, frozen)).isEmpty();
  }

  @Test
  void packagesMakeNoCircle() {
    layers.checkCycles();
  }

  @Test
  void namesSayWhatAClassDoes() {
    layers.checkNames();
  }
}
