package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.SubmittedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The example for Flink's Kubernetes operator has only fields that its v1beta1 knows. */
class FlinkDeploymentTest {
  private static final Path FILE =
      Path.of("..", "flink-conf", "kubernetes", "flinkdeployment.yaml");

  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "",
          Set.of("apiVersion", "kind", "metadata", "spec"),
          "spec",
          Set.of(
              "job",
              "restartNonce",
              "flinkConfiguration",
              "image",
              "imagePullPolicy",
              "serviceAccount",
              "flinkVersion",
              "ingress",
              "podTemplate",
              "jobManager",
              "taskManager",
              "logConfiguration",
              "mode"),
          "spec.job",
          Set.of(
              "jarURI",
              "parallelism",
              "entryClass",
              "args",
              "state",
              "initialSavepointPath",
              "initialStateReference",
              "upgradeMode",
              "allowNonRestoredState",
              "savepointRedeployNonce"),
          "spec.jobManager",
          Set.of("resource", "replicas", "podTemplate"),
          "spec.taskManager",
          Set.of("resource", "replicas", "podTemplate"),
          "spec.jobManager.resource",
          Set.of("cpu", "memory", "ephemeralStorage"),
          "spec.taskManager.resource",
          Set.of("cpu", "memory", "ephemeralStorage"));

  @Test
  void everyFieldIsOneOfTheOperators() throws IOException {
    for (Map.Entry<String, Set<String>> place : FIELDS.entrySet()) {
      assertThat(place.getValue()).as(place.getKey()).containsAll(names(place.getKey()));
    }
    assertThat(at("").get("apiVersion")).isEqualTo("flink.apache.org/v1beta1");
    assertThat(at("spec.job").get("entryClass")).isEqualTo(SubmittedJob.class.getName());
    assertThat(at("spec.job").get("upgradeMode")).isEqualTo("savepoint");
  }

  @Test
  void noPodRunsAsRootOrWritesIntoItsImageAndOnlyTheOperatorsHasAToken() throws IOException {
    List<Map<?, ?>> pods = new ArrayList<>();
    for (Object document : documents("spillway.yaml")) {
      if (((Map<?, ?>) document).get("kind").equals("ServiceAccount")) {
        assertThat(at(document, "").get("automountServiceAccountToken")).isEqualTo(false);
      }
      if (((Map<?, ?>) document).get("kind").toString().matches("Deployment|StatefulSet|Job")) {
        Map<?, ?> pod = at(document, "spec.template.spec");
        assertThat(pod.get("automountServiceAccountToken")).isEqualTo(false);
        pods.add(pod);
      }
    }
    assertThat(pods).hasSize(2);
    pods.add(at("spec.podTemplate.spec"));
    for (Map<?, ?> pod : pods) {
      assertThat(at(pod, "securityContext").get("runAsNonRoot")).isEqualTo(true);
      assertThat((List<?>) pod.get("containers")).isNotEmpty();
      for (Object container : (List<?>) pod.get("containers")) {
        Map<?, ?> rights = at(container, "securityContext");
        assertThat(rights.get("readOnlyRootFilesystem")).isEqualTo(true);
        assertThat(rights.get("allowPrivilegeEscalation")).isEqualTo(false);
        assertThat(at(rights, "capabilities").get("drop")).isEqualTo(List.of("ALL"));
      }
    }
  }

  @Test
  void nothingTalksToThePodsThatNoPolicyNames() throws IOException {
    Map<?, ?> first = (Map<?, ?>) documents("network-policy.yaml").get(0);
    assertThat(at(first, "spec.podSelector")).isEmpty();
    assertThat(at(first, "spec").get("policyTypes")).isEqualTo(List.of("Ingress", "Egress"));
    assertThat(at(first, "spec").keySet().stream().map(Object::toString))
        .containsExactlyInAnyOrder("podSelector", "policyTypes");
  }

  private static List<Object> documents(String name) throws IOException {
    List<Object> all = new ArrayList<>();
    new Load(LoadSettings.builder().build())
        .loadAllFromString(Files.readString(FILE.resolveSibling(name)))
        .forEach(all::add);
    return all;
  }

  private static List<String> names(String path) throws IOException {
    return at(path).keySet().stream().map(Object::toString).toList();
  }

  private static Map<?, ?> at(String path) throws IOException {
    return at(documents(FILE.getFileName().toString()).get(0), path);
  }

  private static Map<?, ?> at(Object document, String path) {
    Object node = document;
    for (String part : path.isEmpty() ? new String[0] : path.split("\\.")) {
      node = ((Map<?, ?>) node).get(part);
    }
    return (Map<?, ?>) node;
  }
}
