package io.rocprofiler.sdk.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipRuntimeOperation;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeStream;
import io.rocprofiler.sdk.internal.call.SeenCalls;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.Nobody;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The number of a stream, and the events about it.
final class HipStreamsTest {
    private static final long HIP_ERROR = 1;

    private final SharedMemory memory = new SharedMemory();
    private final long[] frames = memory.frames(2);
    private final long thread = memory.thread(1, 0, 0);
    private final SeenCalls seen = new SeenCalls();
    private final Slots slots = new Slots();
    private final TracingContext context = Nobody.context(0);
    private final HipStreams streams = new HipStreams(new EventSlots(slots));

    @BeforeEach
    void listen() {
        context.addCallbacks(CallbackTracingKind.HIP_STREAM, new int[0], 0, 0, seen);
        slots.freeze(List.of(context));
        context.active(true);
        slots.activate(context);
    }

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void streams_are_numbered_from_one_as_they_are_seen() {
        assertThat(streams.number(0)).as("the null stream").isZero();
        assertThat(streams.number(0x1000)).isEqualTo(1);
        assertThat(streams.number(0x2000)).isEqualTo(2);
        assertThat(streams.number(0x1000)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 100_000})
    void c_finds_the_same_numbers(int count) {
        for (long stream = 0x1000; stream < 0x1000 + count * 16L; stream += 16) streams.number(stream);
        long table = Native.linked(NativeLink.STREAMS);
        Set<Long> found = new HashSet<>();
        for (int i = 1; i <= Memory.getLong(table + NativeStream.ID); i++) {
            long entry = table + (long) i * NativeStream.SIZEOF;
            long stream = Memory.getLong(entry + NativeStream.STREAM);
            if (stream == 0) continue;
            assertThat(Memory.getLong(entry + NativeStream.ID)).isEqualTo(streams.number(stream));
            found.add(stream);
        }
        assertThat(found.size()).isGreaterThan(count - count / 50); // C asks Java for the others each time
    }

    @Test
    void a_pointer_that_is_used_again_is_another_stream() {
        create(0x1000);
        long first = streams.number(0x1000);
        destroy(0x1000);
        create(0x1000);
        assertThat(streams.number(0x1000)).isEqualTo(first + 1);
        assertThat(seen.all().stream().map(event -> event.payload().getFirst())).containsExactly(1L, 1L, 2L);
    }

    @Test
    void a_stream_that_was_not_made_has_no_number() {
        SlotHook hook = hook(HipRuntimeOperation.hipStreamCreate);
        long where = memory.allocate(Long.BYTES);
        Memory.putLong(where, 0x1000);
        call(hook, frames[0], where, HIP_ERROR);
        assertThat(seen.all()).isEmpty();
        assertThat(streams.number(0x3000)).isEqualTo(1);
    }

    @Test
    void a_stream_that_is_made_while_nobody_listens_is_counted_too() {
        assertThat(hook(HipRuntimeOperation.hipStreamCreate).isAlwaysAwake()).isTrue();
        assertThat(hook(HipRuntimeOperation.hipStreamSynchronize).isAlwaysAwake())
                .isFalse();
    }

    @Test
    void functions_that_work_on_a_stream_are_enclosed() {
        SlotHook hook = hook(HipRuntimeOperation.hipStreamSynchronize);
        long outer = enter(hook, frames[0], 0x1000);
        long inner = enter(hook, frames[1], 0x2000);
        hook.exit(inner, thread, frames[1]);
        hook.exit(outer, thread, frames[0]);
        assertThat(seen.all().stream().map(SeenCalls.Seen::phase))
                .containsExactly(CallbackPhase.ENTER, CallbackPhase.ENTER, CallbackPhase.EXIT, CallbackPhase.EXIT);
    }

    private SlotHook hook(HipRuntimeOperation operation) {
        return Objects.requireNonNull(streams.outerHook(ApiTables.HIP_RUNTIME, operation.value()));
    }

    private void create(long stream) {
        long where = memory.allocate(Long.BYTES);
        Memory.putLong(where, stream);
        call(hook(HipRuntimeOperation.hipStreamCreate), frames[0], where, 0);
    }

    private void destroy(long stream) {
        call(hook(HipRuntimeOperation.hipStreamDestroy), frames[0], stream, 0);
    }

    private void call(SlotHook hook, long frame, long argument, long result) {
        long ticket = enter(hook, frame, argument);
        Memory.putLong(frame + NativeFrame.RET_RAX, result);
        hook.exit(ticket, thread, frame);
    }

    private long enter(SlotHook hook, long frame, long argument) {
        Memory.zero(frame, NativeFrame.SIZEOF);
        Memory.putLong(frame + NativeFrame.THREAD, thread);
        Memory.putLong(frame + NativeFrame.INT_REGS, argument);
        return hook.enter(thread, frame);
    }
}
