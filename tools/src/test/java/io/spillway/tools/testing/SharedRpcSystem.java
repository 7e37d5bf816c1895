package io.spillway.tools.testing;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.AddressResolution;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;

/**
 * One RPC system for all Flinks that live in this process one after the other. Flink unpacks 20 MB
 * and loads Pekko anew for each of them, which is half of what a short job costs.
 */
public final class SharedRpcSystem implements RpcSystemLoader {
  private static RpcSystem shared;

  /** Before Flink's own, which has 0. */
  @Override
  public int getLoadPriority() {
    return -1;
  }

  @Override
  public RpcSystem loadRpcSystem(Configuration options) {
    return new Unclosed(shared(options));
  }

  private static synchronized RpcSystem shared(Configuration options) {
    if (shared == null) {
      shared = flinksOwn().loadRpcSystem(options);
      // never closed: threads that end with the process still load classes from it
    }
    return shared;
  }

  private static RpcSystemLoader flinksOwn() {
    for (RpcSystemLoader loader : ServiceLoader.load(RpcSystemLoader.class)) {
      if (!(loader instanceof SharedRpcSystem)) {
        return loader;
      }
    }
    throw new IllegalStateException("no RPC system on the class path but the shared one");
  }

  /** Whoever closes it leaves it to the next. */
  private record Unclosed(RpcSystem system) implements RpcSystem {
    @Override
    public RpcServiceBuilder localServiceBuilder(Configuration options) {
      return system.localServiceBuilder(options);
    }

    @Override
    public RpcServiceBuilder remoteServiceBuilder(
        Configuration options, String externalAddress, String externalPortRange) {
      return system.remoteServiceBuilder(options, externalAddress, externalPortRange);
    }

    @Override
    public String getRpcUrl(
        String hostname,
        int port,
        String endpoint,
        AddressResolution resolution,
        Configuration options)
        throws UnknownHostException {
      return system.getRpcUrl(hostname, port, endpoint, resolution, options);
    }

    @Override
    public InetSocketAddress getInetSocketAddressFromRpcUrl(String url) throws Exception {
      return system.getInetSocketAddressFromRpcUrl(url);
    }

    @Override
    public long getMaximumMessageSizeInBytes(Configuration options) {
      return system.getMaximumMessageSizeInBytes(options);
    }
  }
}
