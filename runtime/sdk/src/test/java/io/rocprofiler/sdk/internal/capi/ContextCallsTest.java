package io.rocprofiler.sdk.internal.capi;

import static io.rocprofiler.abi.internal.SdkFunction.CONTEXT_IS_ACTIVE;
import static io.rocprofiler.abi.internal.SdkFunction.CONTEXT_IS_VALID;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_CONTEXT;
import static io.rocprofiler.abi.internal.SdkFunction.START_CONTEXT;
import static io.rocprofiler.abi.internal.SdkFunction.STOP_CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Statuses and the order of checks of the context functions (`context.cpp` of rocprofiler-sdk 1.0.0).
class ContextCallsTest {
    private final ToolProcess process = new ToolProcess();
    private final List<Long> contexts = new ArrayList<>();

    private void startWithContexts(int count) {
        process.tool("tool", () -> {
            for (int i = 0; i < count; i++) contexts.add(process.createContext());
        });
        process.start();
    }

    @Test
    void creationOutsideTheWindow() {
        assertThat(process.call(CREATE_CONTEXT, ToolProcess.memory(8))).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        process.start();
        assertThat(process.call(CREATE_CONTEXT, ToolProcess.memory(8))).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
    }

    @Test
    void anIdThatIsNotZeroIsRefusedBeforeTheWindowIsLookedAt() {
        long id = ToolProcess.ints(1, 0);
        assertThat(process.call(CREATE_CONTEXT, id)).isEqualTo(Status.ERROR_CONTEXT_ID_NOT_ZERO);
    }

    @Test
    void handlesCountUpFromARandomNumber() {
        startWithContexts(3);
        assertThat(contexts.get(0)).isBetween(255L, 65_535L);
        assertThat(contexts).containsExactly(contexts.get(0), contexts.get(0) + 1, contexts.get(0) + 2);
    }

    @Test
    void callbacksComeInTheOrderInWhichContextsWereStarted() {
        process.tool("tool", () -> {
            for (int i = 0; i < 4; i++) contexts.add(process.createContext());
            for (int i : new int[] {2, 1, 3}) process.call(START_CONTEXT, contexts.get(i));
            process.call(STOP_CONTEXT, contexts.get(2));
            process.call(START_CONTEXT, contexts.get(2));
        });
        process.start();
        assertThat(process.platform.frozen.stream().map(TracingContext::handle))
                .containsExactly(contexts.get(1), contexts.get(3), contexts.get(2), contexts.get(0));
    }

    @Test
    void startAndStop() {
        startWithContexts(1);
        long context = contexts.get(0);
        assertThat(process.call(STOP_CONTEXT, context)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
        assertThat(process.call(START_CONTEXT, context)).isEqualTo(Status.SUCCESS);
        assertThat(process.call(START_CONTEXT, context)).isEqualTo(Status.SUCCESS);
        assertThat(ask(CONTEXT_IS_ACTIVE, context)).isEqualTo("SUCCESS 1");
        assertThat(process.call(STOP_CONTEXT, context)).isEqualTo(Status.SUCCESS);
        assertThat(process.call(STOP_CONTEXT, context)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
        assertThat(ask(CONTEXT_IS_ACTIVE, context)).isEqualTo("SUCCESS 0");
        assertThat(process.platform.log).containsExactly("freeze 1", "activate", "deactivate");
    }

    @Test
    void aContextStartedInInitializeIsActivatedWhenThePlanIsFrozen() {
        process.tool("tool", () -> {
            long context = process.createContext();
            assertThat(process.call(START_CONTEXT, context)).isEqualTo(Status.SUCCESS);
            assertThat(ask(CONTEXT_IS_ACTIVE, context)).isEqualTo("SUCCESS 1");
            assertThat(process.platform.log).isEmpty();
        });
        process.start();
        assertThat(process.platform.log).containsExactly("freeze 1", "activate");
    }

    @Test
    void unknownHandles() {
        startWithContexts(1);
        for (long handle : new long[] {0, contexts.get(0) - 1, contexts.get(0) + 1, -1, Long.MIN_VALUE}) {
            assertThat(process.call(START_CONTEXT, handle)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(process.call(STOP_CONTEXT, handle)).isEqualTo(Status.ERROR_CONTEXT_NOT_FOUND);
            assertThat(ask(CONTEXT_IS_ACTIVE, handle)).isEqualTo("ERROR_CONTEXT_NOT_FOUND 0");
            assertThat(ask(CONTEXT_IS_VALID, handle)).isEqualTo("ERROR_CONTEXT_NOT_FOUND 0");
        }
    }

    @Test
    void validMeansOne() {
        startWithContexts(1);
        assertThat(ask(CONTEXT_IS_VALID, contexts.get(0))).isEqualTo("SUCCESS 1");
    }

    /// Returns the status and the value that the function wrote over 77.
    private String ask(SdkFunction function, long context) {
        long out = ToolProcess.ints(77);
        Status status = process.call(function, context, out);
        return status + " " + Memory.getInt(out);
    }
}
