package io.rocprofiler.sdk.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.Operation;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.testing.Doubles;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Calls in pairs, on one thread.
class ObservedCallsTest {
    private final List<String> ended = new ArrayList<>();
    private final ObservedCalls<String> calls = new ObservedCalls<>(new CallObserver<>() {
        @Override
        public String enter(ApiCall call) {
            return "entered " + call.correlationId();
        }

        @Override
        public void exit(ApiCall call, @Nullable String entered) {
            ended.add(call.correlationId() + " " + entered);
        }
    });

    @Test
    void nested_calls_get_their_own_objects() {
        TestCall outer = new TestCall(1);
        TestCall inner = new TestCall(2);
        calls.onCallback(outer.at(CallbackPhase.ENTER));
        calls.onCallback(inner.at(CallbackPhase.ENTER));
        calls.onCallback(inner.at(CallbackPhase.EXIT));
        calls.onCallback(outer.at(CallbackPhase.EXIT));
        assertThat(ended).containsExactly("2 entered 2", "1 entered 1");
    }

    @Test
    void a_call_that_never_ended_leaves_nothing_behind() {
        TestCall outer = new TestCall(1);
        TestCall left = new TestCall(2);
        TestCall next = new TestCall(3);
        calls.onCallback(outer.at(CallbackPhase.ENTER));
        calls.onCallback(left.at(CallbackPhase.ENTER));
        calls.onCallback(outer.at(CallbackPhase.EXIT));
        calls.onCallback(next.at(CallbackPhase.ENTER));
        calls.onCallback(next.at(CallbackPhase.EXIT));
        assertThat(ended).containsExactly("1 entered 1", "3 entered 3");
        assertThat(next.userData).isEqualTo(1);
    }

    @Test
    void an_end_without_a_beginning_is_not_told() {
        calls.onCallback(new TestCall(1).at(CallbackPhase.EXIT));
        assertThat(ended).isEmpty();
    }

    /// A call that knows its number, its phase and its user data.
    private static final class TestCall {
        private final long id;
        private long userData;
        private CallbackPhase phase = CallbackPhase.NONE;

        TestCall(long id) {
            this.id = id;
        }

        ApiCall at(CallbackPhase now) {
            phase = now;
            return (ApiCall) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Doubles.OfApiCall.class}, (_, method, arguments) -> {
                        return switch (method.getName()) {
                            case "correlationId" -> id;
                            case "phase" -> phase;
                            case "kind" -> CallbackTracingKind.HIP_RUNTIME_API;
                            case "operation" -> operation();
                            case "userData" -> arguments == null ? userData : set((long) arguments[0]);
                            default -> throw new UnsupportedOperationException(method.getName());
                        };
                    });
        }

        private static Operation operation() {
            return HipRuntimeOperation.hipMalloc;
        }

        private @Nullable Object set(long value) {
            userData = value;
            return null;
        }
    }
}
