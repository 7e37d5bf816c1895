package io.spillway.tools.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Asks for the end of a job by Flink's REST, without a savepoint. */
public final class JobCancel {
  private static final int ACCEPTED = 202;

  private JobCancel() {}

  /**
   * What is wrong with that; empty where the cluster has taken it.
   *
   * @param address as {@code localhost:8081}
   */
  public static String ask(String address, String job) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/jobs/" + job))
            .method("PATCH", HttpRequest.BodyPublishers.noBody())
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() == ACCEPTED ? "" : answer.statusCode() + " " + answer.body();
  }
}
