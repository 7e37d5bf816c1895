package io.spillway.tools.orphans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

class OpenUploadsTest {
  private final Client client = new Client();
  private final List<String> files = new ArrayList<>();
  private final Map<String, Long> objects = new HashMap<>();
  private final OpenUploads uploads =
      new OpenUploads(
          new Path("s3://bucket/out"),
          client,
          object -> objects.getOrDefault(object.toString(), -1L));

  @Test
  void anUploadIsGivenUpByItsKeyAndItsId() throws IOException {
    uploads.abort(upload("s3://bucket/out/shop/t/1/CDC0001.json"));
    assertThat(client.aborted).containsExactly("out/shop/t/1/CDC0001.json id-1");
  }

  @Test
  void oneThatIsGoneMeanwhileIsNoFailure() throws IOException {
    client.refusal = new FileNotFoundException("no such upload");
    uploads.abort(upload("s3://bucket/out/a"));
    assertThat(client.aborted).isEmpty();
  }

  @Test
  void anObjectThatWasDeliveredUnderTheNameMeanwhileStays() throws IOException {
    objects.put("s3://bucket/out/a", 7L);
    uploads.abort(upload("s3://bucket/out/a"));
    assertThat(client.aborted).containsExactly("out/a id-1");
  }

  @Test
  void aStoreThatTakesTheObjectAwayWithTheUploadIsLeftAloneAtOnce() {
    objects.put("s3://bucket/out/a", 7L);
    objects.put("s3://bucket/out/b", 9L);
    client.after = objects::clear;
    OrphanReport orphans =
        new OrphanReport(
            List.of(upload("s3://bucket/out/a"), upload("s3://bucket/out/b")), 0, 0, List.of());
    assertThatThrownBy(
            () -> OrphanAudit.delete(orphans, uploads::abort, file -> files.add(file.place())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://bucket/out/a had 7 bytes")
        .hasMessageContaining("is gone now");
    assertThat(client.aborted).as("the first is the last").containsExactly("out/a id-1");
    assertThat(files).isEmpty();
  }

  @Test
  void anyOtherAnswerIs() {
    client.refusal = new IOException("access denied");
    assertThatThrownBy(() -> uploads.abort(upload("s3://bucket/out/a")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("access denied");
  }

  private static Unfinished upload(String place) {
    return new Unfinished(Unfinished.Kind.UPLOAD, place, "id-1", -1, 0);
  }

  /** As much of the plugin's client as is called; public, as it is found by reflection. */
  public static final class Client {
    private final List<String> aborted = new ArrayList<>();
    private IOException refusal;
    private Runnable after = () -> {};

    public Client getWriteOperationHelper() {
      return this;
    }

    public void abortMultipartCommit(String key, String id) throws IOException {
      if (refusal != null) {
        throw refusal;
      }
      aborted.add(key + " " + id);
      after.run();
    }
  }
}
