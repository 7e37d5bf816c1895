package io.spillway.search;

import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** What goes to the search writers, as an atomic type with {@link SearchElementSerializer}. */
public final class SearchElementTypeInfo extends TypeInformation<SearchElement> {
  private static final long serialVersionUID = 1;

  /** Lets Flink find it from the class alone. */
  public static final class Factory extends TypeInfoFactory<SearchElement> {
    @Override
    public TypeInformation<SearchElement> createTypeInfo(
        Type type, Map<String, TypeInformation<?>> parameters) {
      return new SearchElementTypeInfo();
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
  public Class<SearchElement> getTypeClass() {
    return SearchElement.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<SearchElement> createSerializer(SerializerConfig config) {
    return SearchElementSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "SearchElement";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchElementTypeInfo;
  }

  @Override
  public int hashCode() {
    return SearchElementTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof SearchElementTypeInfo;
  }
}
