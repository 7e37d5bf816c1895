package io.spillway.tools.orphans;

/**
 * Something that is to become an object or a file, or was: nobody reads it.
 *
 * @param kind what it is
 * @param place where it is, or what it is to become: a URI
 * @param token what stands for it in a checkpoint: the upload's id, or the file's own name
 * @param bytes size; -1 where that is not told, as of uploads
 * @param sinceMs when it was begun or last written, in ms since 1970
 */
record Unfinished(Kind kind, String place, String token, long bytes, long sinceMs) {
  enum Kind {
    /** A multipart upload that is neither completed nor given up. */
    UPLOAD,
    /** A file of a writer, or one that was to be renamed. */
    FILE
  }
}
