package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.junit.jupiter.api.Test;

class SplitContextTest {
  private final List<BiConsumer<Object, Throwable>> handlers = new ArrayList<>();
  private final SplitContext<FileSplit> context =
      new SplitContext<>(recording(), SourceContract.failures());

  /** Of Flink's side, only what becomes of asynchronous calls. */
  @SuppressWarnings("unchecked")
  private SplitEnumeratorContext<ResolvedSplit<FileSplit>> recording() {
    return (SplitEnumeratorContext<ResolvedSplit<FileSplit>>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SplitEnumeratorContext.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("callAsync");
              handlers.add((BiConsumer<Object, Throwable>) arguments[1]);
              return null;
            });
  }

  @Test
  void aFailureOfACallFailsTheJob() {
    context.callAsync(() -> 1, SplitContextTest::rethrow, 0, 10);

    assertThatThrownBy(() -> handlers.get(0).accept(null, new IllegalStateException("away")))
        .hasMessage("away");
  }

  @Test
  void callsThatAreDueWhenTheEnumeratorEndsFailNothing() {
    List<Object> handled = new ArrayList<>();
    context.callAsync(() -> 1, SplitContextTest::rethrow, 0, 10);
    context.callAsync(() -> 1, (result, failure) -> handled.add(result));

    context.end();

    handlers.get(0).accept(null, new IllegalStateException("the client is closing"));
    handlers.get(1).accept(1, null);
    assertThat(handled).isEmpty();
  }

  private static void rethrow(Object result, Throwable failure) {
    if (failure instanceof RuntimeException thrown) {
      throw thrown;
    }
  }
}
