package io.rocprofiler.sdk.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativeConstants;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which plans visit Java often.
final class SlotPlanTest {
    private static final long FUNCTION = 0x1000;

    @Test
    void callbacks_of_c_tools_and_retirements_do_not_visit_java() {
        assertThat(plan(FUNCTION, null, false).isBusyInJava()).isFalse();
        assertThat(plan(FUNCTION, null, true).isBusyInJava()).isFalse();
        assertThat(plan(FUNCTION, null, true).path()).isEqualTo(NativeConstants.PATH_CALLBACKS);
    }

    @Test
    void handlers_of_java_tools_do() {
        SlotPlan plan = plan(0, (entry, record, userData, thread) -> {}, false);
        assertThat(plan.isBusyInJava()).isTrue();
        assertThat(plan.path()).isEqualTo(NativeConstants.PATH_CALL);
        assertThat(plan.handlers).isEqualTo(plan.callbacks).isEqualTo(1);
    }

    @Test
    void a_function_that_is_called_seldom_is_not_busy_in_java() {
        assertThat(hooked(new Hook(false), null).isBusyInJava()).isTrue();
        assertThat(hooked(new Hook(true), null).isBusyInJava()).isFalse();
        assertThat(hooked(null, new Hook(true)).isBusyInJava()).isFalse();
        assertThat(hooked(new Hook(true), new Hook(false)).isBusyInJava()).isTrue();
    }

    private static SlotPlan hooked(@Nullable SlotHook outer, @Nullable SlotHook inner) {
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 8, 0, 0);
        return new SlotPlan(List.of(), none, outer, inner, false);
    }

    private record Hook(boolean isCalledSeldom) implements SlotHook {
        @Override
        public boolean isRare() {
            return isCalledSeldom;
        }

        @Override
        public long enter(long thread, long frame) {
            return 0;
        }

        @Override
        public void exit(long ticket, long thread, long frame) {}

        @Override
        public boolean wants(TracingContext context) {
            return true;
        }
    }

    private static SlotPlan plan(long function, @Nullable JavaHandler handler, boolean retires) {
        TracingContext context = Nobody.context(0);
        CallbackService service =
                new CallbackService(CallbackTracingKind.HIP_RUNTIME_API, new BitSet(), function, 0, handler);
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 8, 0, 0);
        return new SlotPlan(List.of(SlotEntry.callback(context, service, 3)), none, null, null, retires);
    }
}
