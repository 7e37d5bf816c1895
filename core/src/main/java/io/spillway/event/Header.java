package io.spillway.event;

/**
 * A header of a message.
 *
 * @param value as it came; null where it had none
 */
public record Header(String name, byte[] value) {}
