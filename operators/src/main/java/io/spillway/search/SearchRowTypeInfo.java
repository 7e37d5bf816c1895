package io.spillway.search;

import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Rows as an atomic type with {@link SearchRowSerializer}. */
public final class SearchRowTypeInfo extends TypeInformation<SearchRow> {
  private static final long serialVersionUID = 1;

  /** Lets Flink find it from the class alone. */
  public static final class Factory extends TypeInfoFactory<SearchRow> {
    @Override
    public TypeInformation<SearchRow> createTypeInfo(
        Type type, Map<String, TypeInformation<?>> parameters) {
      return new SearchRowTypeInfo();
    }
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<SearchRow> getTypeClass() {
    return SearchRow.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<SearchRow> createSerializer(SerializerConfig config) {
    return SearchRowSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "SearchRow";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchRowTypeInfo;
  }

  @Override
  public int hashCode() {
    return SearchRowTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof SearchRowTypeInfo;
  }
}
