package io.spillway.source;

import io.spillway.decode.CoarseTimes;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.MessageDecoder;
import java.io.Serializable;

/** Makes the decoder of one reader, on the machine that reads. */
public interface DecoderFactory extends Serializable {
  /**
   * @param times what makes commit timestamps of times that are none
   * @param earlier what there is before the messages that the reader gets
   */
  MessageDecoder decoder(CoarseTimes times, EarlierMessages earlier);
}
