import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Prints the components of CycloneDX files and their licences, a line each. */
final class ThirdParty {
  private static final String OWN = "io.spillway";

  /** In the lists, as in the poms, but not shipped. */
  private static final String COMPILED_AGAINST = "org.apache.hadoop:";

  private ThirdParty() {}

  public static void main(String[] files) throws IOException {
    TreeMap<String, String> lines = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    for (String file : files) {
      for (JsonNode component : new ObjectMapper().readTree(new File(file)).path("components")) {
        String name = component.path("group").asText() + ":" + component.path("name").asText();
        if (name.startsWith(OWN) || name.startsWith(COMPILED_AGAINST)) {
          continue;
        }
        String version = component.path("version").asText();
        String licences = licences(component);
        if (licences.isEmpty()) {
          unknown.add(name);
        }
        lines.put(name, "| %s | %s | %s |".formatted(name, version, licences));
      }
    }
    System.out.println("# What is shipped, and its licences");
    System.out.println();
    System.out.println(
        "Written by `scripts/sbom` from the poms of the components. Flink itself is a cluster's"
            + " own; `bin/spillway` brings it along.");
    System.out.println();
    System.out.println("| component | version | licence |");
    System.out.println("|---|---|---|");
    lines.values().forEach(System.out::println);
    if (!unknown.isEmpty()) {
      System.err.println("no licence in the pom of " + unknown);
      System.exit(1);
    }
  }

  private static String licences(JsonNode component) {
    List<String> names = new ArrayList<>();
    for (JsonNode entry : component.path("licenses")) {
      JsonNode licence = entry.path("license");
      String name = licence.path("id").asText(licence.path("name").asText());
      names.add(name.isEmpty() ? entry.path("expression").asText() : name);
    }
    return String.join(", ", names);
  }
}
