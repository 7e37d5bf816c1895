package io.spillway.search;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of what no waiting will mend: a certificate that isn't trusted, a login that is refused.
 * Documents are kept meanwhile, as in any outage, so that without a word nobody would know.
 * Thread-safe.
 */
final class AccessFaults {
  private static final Logger LOG = LoggerFactory.getLogger(AccessFaults.class);
  private static final long REPEAT_NS = TimeUnit.MINUTES.toNanos(1);
  private static final int UNAUTHORIZED = 401;
  private String current;
  private long toldNs;

  /** Looks at a reply and gives it back. */
  synchronized Reply seen(Reply reply, long nowNs) {
    String fault = fault(reply);
    if (fault != null && (!fault.equals(current) || nowNs - toldNs >= REPEAT_NS)) {
      toldNs = nowNs;
      LOG.error("{}; nothing is written until that is mended, and nothing is lost", fault);
    }
    // one that is lost on the way says nothing about the access
    current = fault != null || reply instanceof Answered ? fault : current;
    return reply;
  }

  /** The fault that the last answer told of, or null for none. */
  synchronized String current() {
    return current;
  }

  private static String fault(Reply reply) {
    if (reply instanceof Lost lost && lost.loss() == Loss.UNTRUSTED) {
      return "the engine's certificate isn't trusted ("
          + lost.reason()
          + "): elasticsearch.tls.ca must hold the certificate of its authority, and"
          + " elasticsearch.hosts the names that it was made for";
    }
    return reply instanceof Answered answered && answered.status() == UNAUTHORIZED
        ? "the engine refuses the login (401): see elasticsearch.user and password, or api-key"
        : null;
  }
}
