package io.spillway.policy;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** What is known of a failure beside its kind; conditions are told in these words. */
public enum FailureTrait {
  TIMEOUT,
  CONNECTION,
  /** Something that is needed answered that it can't now. */
  DEPENDENCY,
  /** Memory, disk or threads are short for now. */
  RESOURCE,
  /** It is there already, in this or a newer version. */
  CONFLICT,
  /** A setting, a right or a place is missing. */
  CONFIGURATION,
  /** A limit that was set is reached. */
  LIMIT,
  /** What came in is wrong. */
  INPUT,
  /** Nothing more is known. */
  OTHER;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of an exception or the first cause that says something. Types are looked at, never texts. */
  public static FailureTrait of(Throwable failure) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth++ < 32; t = t.getCause()) {
      FailureTrait fact = ofOne(t);
      if (fact != OTHER) {
        return fact;
      }
    }
    return OTHER;
  }

  private static FailureTrait ofOne(Throwable t) {
    if (t instanceof SocketTimeoutException || t instanceof TimeoutException) {
      return TIMEOUT;
    }
    if (t instanceof ConnectException
        || t instanceof NoRouteToHostException
        || t instanceof UnknownHostException
        || t instanceof SocketException) {
      return CONNECTION;
    }
    if (t instanceof FileAlreadyExistsException) {
      return CONFLICT;
    }
    if (t instanceof AccessDeniedException
        || t instanceof NoSuchFileException
        || t instanceof FileNotFoundException) {
      return CONFIGURATION;
    }
    if (t instanceof OutOfMemoryError) {
      return RESOURCE;
    }
    FailureTrait kafka = KafkaTraits.of(t);
    return kafka == OTHER ? HadoopTraits.of(t) : kafka;
  }
}
