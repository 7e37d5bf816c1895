package io.spillway.control;

import java.io.Serializable;

/** Reads the bytes of a settings file. */
public interface SettingsParser extends Serializable {
  Settings parse(byte[] bytes) throws InvalidSettingsException;
}
