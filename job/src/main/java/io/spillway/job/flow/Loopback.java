package io.spillway.job.flow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;

/**
 * A Flink that only its own machine reaches. Even without its web pages, Flink answers REST
 * requests and serves files in every process that runs a job, asks nobody for a password, and
 * unless told otherwise does so on every network of the machine.
 */
public final class Loopback {
  /** The address of this machine that no other one reaches. */
  public static final String ADDRESS = InetAddress.getLoopbackAddress().getHostAddress();

  private Loopback() {}

  /** Options of a Flink in this process. */
  public static Configuration options() {
    Configuration options = new Configuration();
    options.set(RestOptions.ADDRESS, ADDRESS);
    options.set(RestOptions.BIND_ADDRESS, ADDRESS);
    options.set(JobManagerOptions.ADDRESS, ADDRESS);
    // the server of jars and other large objects takes this one too
    options.set(JobManagerOptions.BIND_HOST, ADDRESS);
    options.set(TaskManagerOptions.HOST, ADDRESS);
    options.set(TaskManagerOptions.BIND_HOST, ADDRESS);
    // it runs one job, which has its command to end it
    options.set(WebOptions.SUBMIT_ENABLE, false);
    options.set(WebOptions.CANCEL_ENABLE, false);
    options.set(WebOptions.RESCALE_ENABLE, false);
    return options;
  }

  /** Whether only this machine reaches an address; not so for a name that nobody knows. */
  public static boolean contains(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
