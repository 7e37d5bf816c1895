package io.spillway.source;

import io.spillway.decode.MessageDecoder;
import java.io.Serializable;
import java.util.function.Supplier;

/** Makes the decoder of one reader, on the machine that reads. */
public interface DecoderFactory extends Supplier<MessageDecoder>, Serializable {}
