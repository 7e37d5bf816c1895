package io.spillway.decode;

/** How a message writes the values of a column. */
enum ValueForm {
  /** Text as it is, a number's digits, true and false as 1 and 0, anything else as JSON. */
  PLAIN,
  /** An integer whose column is unsigned; above 2^63-1 it may have been sent as a negative one. */
  UNSIGNED,
  /** A binary number; the shortest digits that mean it. */
  FLOAT,
  /** A decimal as number or text, to be shown with all its decimals. */
  DECIMAL,
  /** A decimal as base64 of its unscaled value, big-endian two's complement. */
  DECIMAL_BYTES,
  /** A decimal of any scale: an object with the scale and the base64 of the unscaled value. */
  SCALED_DECIMAL,
  /** Base64. */
  BINARY,
  /** Base64 of a text in UTF-8. */
  BASE64_TEXT,
  /** Bytes as {@link GoQuoted} has them. */
  GO_QUOTED,
  /** Base64 of the bits, lowest byte first. */
  BITS,
  /** Days since 1970-01-01. */
  DAY,
  /** Date and time without a zone: a count since 1970-01-01 00:00:00. */
  DATE_TIME,
  /** A count of a unit since midnight, or a span. */
  TIME,
  /** ISO text of an instant. */
  INSTANT,
  /** ISO text of a date or time; its zone says nothing. */
  ISO_TEXT,
  YEAR,
  /** A name of a list; canal-json has its number from 1. */
  ENUM,
  /** Names of a list; canal-json has the sum of their bits. */
  SET,
  /** An object with the zone and the text of a clock there; only the text is shown. */
  LOCATED
}
