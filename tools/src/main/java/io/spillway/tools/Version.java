package io.spillway.tools;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
final class Version implements IVersionProvider {
  private static final String RESOURCE = "/META-INF/maven/io.spillway/spillway-job/pom.properties";

  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in != null) {
        properties.load(in);
      }
    }
    return new String[] {"spillway " + properties.getProperty("version", "(not packaged)")};
  }
}
