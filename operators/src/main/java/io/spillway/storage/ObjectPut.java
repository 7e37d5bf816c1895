package io.spillway.storage;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.TemporaryClassLoaderContext;
import org.apache.flink.util.WrappingProxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One PUT of a whole object, through the client inside Flink's S3 file systems. Their own {@code
 * create} does more: that of {@code flink-s3-fs-hadoop} lists what is below the name first, at the
 * price of a PUT; that of {@code flink-s3-fs-native} deletes the object that is replaced. Both have
 * an access helper with a {@code putObject(String key, File content)} for their recoverable
 * writers, which Flink's interface does not reach.
 */
public final class ObjectPut {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectPut.class);
  private static final String METHOD = "putObject";

  private final Object helper;
  private final Method put;

  private ObjectPut(Object helper, Method put) {
    this.helper = helper;
    this.put = put;
  }

  /** That of a file system; empty where it has none. */
  public static Optional<ObjectPut> of(FileSystem files) {
    FileSystem inner = files;
    while (inner instanceof WrappingProxy<?> proxy
        && proxy.getWrappedDelegate() instanceof FileSystem wrapped) {
      inner = wrapped;
    }
    for (Class<?> type = inner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Optional<Method> method = method(field.getType());
        if (method.isPresent()) {
          return of(inner, field, method.get());
        }
      }
    }
    LOG.info("{} has no PUT of its own: small files are created and closed", inner.getClass());
    return Optional.empty();
  }

  private static Optional<ObjectPut> of(FileSystem inner, Field field, Method put) {
    try {
      field.setAccessible(true);
      Object helper = field.get(inner);
      put.setAccessible(true);
      return Optional.ofNullable(helper).map(found -> new ObjectPut(found, put));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("the PUT of {} can't be used: small files are created and closed", inner, e);
      return Optional.empty();
    }
  }

  private static Optional<Method> method(Class<?> type) {
    try {
      return Optional.of(type.getMethod(METHOD, String.class, File.class));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes an object, or replaces it, in one request.
   *
   * @throws IOException where the store or its client refuses
   */
  public void put(Path path, byte[] content) throws IOException {
    java.nio.file.Path file = Files.createTempFile("spillway-put-", "");
    try (TemporaryClassLoaderContext plugin =
        TemporaryClassLoaderContext.of(helper.getClass().getClassLoader())) {
      Files.write(file, content);
      put.invoke(helper, key(path), file.toFile());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException("can't put " + path + ": " + e.getCause(), e.getCause());
    } catch (IllegalAccessException e) {
      throw new IOException("can't put " + path, e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String key(Path path) {
    String absolute = path.toUri().getPath();
    return absolute.startsWith("/") ? absolute.substring(1) : absolute;
  }
}
