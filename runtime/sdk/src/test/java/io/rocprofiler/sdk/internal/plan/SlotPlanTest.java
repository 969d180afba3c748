package io.rocprofiler.sdk.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativeLink;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The path of a call: C or Java. `lab/conformance/twins` compares the two; it traces retirements to force the path
/// in Java.
final class SlotPlanTest {
    private static final long FUNCTION = 0x1000;

    @Test
    void callbacks_of_c_tools_are_called_without_java() {
        SlotPlan plan = plan(FUNCTION, null, false);
        assertThat(plan.isBusyInJava()).isFalse();
        assertThat(plan.enterFunction()).isEqualTo(NativeLink.ENTER_CALLBACKS);
        assertThat(plan.exitFunction()).isEqualTo(NativeLink.EXIT_CALLBACKS);
    }

    @Test
    void a_call_whose_id_is_retired_takes_the_path_in_java() {
        SlotPlan plan = plan(FUNCTION, null, true);
        assertThat(plan.isBusyInJava()).isTrue();
        assertThat(plan.enterFunction()).isEqualTo(NativeLink.ENTER_NATIVE);
        assertThat(plan.exitFunction()).isEqualTo(NativeLink.EXIT_NATIVE);
    }

    @Test
    void java_only_runs_the_handlers_of_a_plan_that_has_nothing_else() {
        SlotPlan plan = plan(0, (entry, record, userData, thread) -> {}, false);
        assertThat(plan.isBusyInJava()).isTrue();
        assertThat(plan.enterFunction()).isEqualTo(NativeLink.ENTER_HANDLERS);
        assertThat(plan.exitFunction()).isEqualTo(NativeLink.EXIT_HANDLERS);
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
        return new SlotPlan(List.of(), none, outer, inner, 0, false);
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
        return new SlotPlan(List.of(SlotEntry.callback(context, service, 3)), none, null, null, 0, retires);
    }
}
