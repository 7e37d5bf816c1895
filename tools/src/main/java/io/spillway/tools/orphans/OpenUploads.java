package io.spillway.tools.orphans;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.WrappingProxy;

/**
 * Multipart uploads of an S3 bucket, asked for through the client inside Flink's plugin {@code
 * s3-fs-hadoop}: it alone knows the credentials, in whichever of its ways they are configured.
 * Flink has no interface for that, so the client is found by reflection, by public methods of it.
 */
public final class OpenUploads {
  private static final String CLIENT = "org.apache.hadoop.fs.s3a.S3AFileSystem";

  /** Of the shape that the ids of some stores have. */
  private static final String NOBODYS = "00000000-0000-0000-0000-000000000000";

  private final Path root;
  private final Object client;
  private final Objects objects;

  /** Looks at the object of a name. */
  interface Objects {
    /** Its length; -1 where there is none. */
    long length(Path object) throws IOException;
  }

  /**
   * @param client has the methods of the plugin's client
   */
  OpenUploads(Path root, Object client, Objects objects) {
    this.root = root;
    this.client = client;
    this.objects = objects;
  }

  /** Of a place on S3; empty where its file system has no uploads that can be asked for. */
  public static Optional<OpenUploads> of(Path root) throws IOException {
    FileSystem files = root.getFileSystem();
    while (files instanceof WrappingProxy<?> proxy
        && proxy.getWrappedDelegate() instanceof FileSystem inner) {
      files = inner;
    }
    Object client;
    try {
      client = files.getClass().getMethod("getHadoopFileSystem").invoke(files);
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
    return client.getClass().getName().equals(CLIENT)
        ? Optional.of(new OpenUploads(root, client, OpenUploads::length))
        : Optional.empty();
  }

  private static long length(Path object) throws IOException {
    try {
      return object.getFileSystem().getFileStatus(object).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  /** Adds all that are to become objects below the place. */
  void list(List<Unfinished> found) throws IOException {
    String prefix = root.getPath().replaceAll("^/+|/+$", "");
    Object uploads = call(client, "listUploads", prefix.isEmpty() ? "" : prefix + "/");
    while ((boolean) call(uploads, "hasNext")) {
      Object upload = call(uploads, "next");
      String key = (String) call(upload, "getKey");
      found.add(
          new Unfinished(
              Unfinished.Kind.UPLOAD,
              bucket() + key,
              (String) call(upload, "getUploadId"),
              -1,
              ((Date) call(upload, "getInitiated")).getTime()));
    }
  }

  private String bucket() {
    return root.toUri().getScheme() + "://" + root.toUri().getAuthority() + "/";
  }

  /**
   * Gives one up, with its parts. Others tidy up too: one that is gone by now is no failure. Mostly
   * the object of its name has been delivered by another upload meanwhile, and stays.
   *
   * @throws IOException also where the object has changed with it
   */
  void abort(Unfinished upload) throws IOException {
    Path object = new Path(upload.place());
    long before = objects.length(object);
    giveUp(upload);
    long now = before < 0 ? before : objects.length(object);
    if (now != before) {
      throw new IOException(
          ("%s had %d bytes before an upload of its name was given up, and %s: this store takes"
                  + " objects away with other uploads. Nothing else has been given up. Put that"
                  + " object back from a copy, and leave uploads to the store's own rules")
              .formatted(object, before, now < 0 ? "is gone now" : "has " + now + " now"));
    }
  }

  private void giveUp(Unfinished upload) throws IOException {
    String key = upload.place().substring(bucket().length());
    Object writer = call(client, "getWriteOperationHelper");
    try {
      call(writer, "abortMultipartCommit", key, upload.token());
    } catch (IOException e) {
      if (!(e.getCause() instanceof FileNotFoundException)) {
        throw e;
      }
    }
  }

  /**
   * Asks for what {@link #list} needs a right to, of a place that has no uploads.
   *
   * @throws IOException where that is refused, too
   */
  public void tryList(String key) throws IOException {
    call(client, "listUploads", key);
  }

  /** Gives up an upload that there isn't, for which the right to give one up is needed as well. */
  public void tryAbort(String key) throws IOException {
    abort(new Unfinished(Unfinished.Kind.UPLOAD, bucket() + key, NOBODYS, -1, 0));
  }

  private static Object call(Object target, String method, String... arguments) throws IOException {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, String.class);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // the plugin's own classes look for others of it there
    thread.setContextClassLoader(target.getClass().getClassLoader());
    try {
      return target.getClass().getMethod(method, types).invoke(target, (Object[]) arguments);
    } catch (InvocationTargetException e) {
      throw new IOException(method + " failed: " + e.getCause().getMessage(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IOException("this version of the S3 plugin has no " + method, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
