package io.spillway.layout;

import java.io.IOException;
import java.io.Serializable;

/** Opens the view of a bucket, on the machine that needs it. */
public interface BucketFactory extends Serializable {
  Bucket open() throws IOException;
}
