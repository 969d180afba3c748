package io.rocprofiler.sdk.internal.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKernelDispatchData;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.NativeGpu;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.abi.internal.NativeQueueWrite;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.SeenCalls;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.Nobody;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.registration.FakePlatform;
import io.rocprofiler.sdk.internal.seam.Clock;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.SharedMemory;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A kernel from its packet to its completion, on a queue without a GPU.
final class DispatchesTest {
    private static final long PROGRAMS_SIGNAL = 5;
    private static final int START = word(CallbackTracingKernelDispatchData.START_TIMESTAMP);
    private static final int END = word(CallbackTracingKernelDispatchData.END_TIMESTAMP);

    private final SharedMemory memory = new SharedMemory();
    private final long thread = memory.thread(1, 0, 0);
    private final long packets = memory.allocate(8L * AqlPacket.SIZEOF);
    private final long room = memory.allocate(16L * AqlPacket.SIZEOF);
    private final long write = memory.allocate(NativeQueueWrite.SIZEOF);
    private final FakeGpu gpu = new FakeGpu();
    private final SeenCalls seen = new SeenCalls();
    private final Slots slots = new Slots();
    private final EventSlots events = new EventSlots(slots);
    private final TracingContext context = Nobody.context(0);
    private final CodeObjects code =
            new CodeObjects(events, new Agents(new FakePlatform()), () -> Native.linked(NativeLink.KERNEL_IDS));
    private final GpuLosses losses = new GpuLosses(code);
    private final Dispatches dispatches = new Dispatches(events, code, losses);
    private final long shared = memory.allocate(NativeQueue.SIZEOF);
    private final GpuQueue queue = new GpuQueue(new GpuRuntime(gpu, null), losses, shared, 42);

    @BeforeEach
    void listen() {
        Native.linked(NativeLink.GPU, memory.allocate(NativeGpu.SIZEOF));
        context.addCallbacks(CallbackTracingKind.KERNEL_DISPATCH, new int[0], 0, 0, seen);
        slots.freeze(List.of(context));
        assertThat(dispatches.prepare()).isNotNull();
        context.active(true);
        slots.activate(context);
    }

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void the_programs_signal_is_completed_by_a_barrier_behind_its_kernel() {
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        packet(1, 3, 6); // the program's own barrier
        assertThat(write(2)).isTrue();
        assertThat(Memory.getLong(write + NativeQueueWrite.OUT_COUNT)).isEqualTo(3);
        assertThat(signal(0)).isEqualTo(100);
        assertThat(AqlPacket.type(written(1))).isEqualTo(3);
        assertThat(signal(1)).isEqualTo(PROGRAMS_SIGNAL);
        assertThat(signal(2)).isEqualTo(6);
    }

    @Test
    void a_kernel_that_completes_nothing_gets_no_barrier() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        assertThat(write(1)).isTrue();
        assertThat(Memory.getLong(write + NativeQueueWrite.OUT_COUNT)).isEqualTo(1);
    }

    @Test
    void packets_that_run_nothing_are_written_as_they_are() {
        packet(0, 3, PROGRAMS_SIGNAL);
        assertThat(write(1)).isFalse();
        assertThat(gpu.signalsMade()).isZero();
    }

    @Test
    void packets_that_nobody_listens_to_are_written_as_they_are() {
        slots.deactivate(context);
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        assertThat(write(1)).isFalse();
        assertThat(seen.all()).isEmpty();
    }

    @Test
    void without_a_signal_left_the_kernel_runs_untraced() {
        gpu.mostSignals = 1;
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        packet(1, AqlPacket.KERNEL_DISPATCH, 6);
        assertThat(write(2)).isTrue();
        assertThat(Memory.getLong(write + NativeQueueWrite.OUT_COUNT)).isEqualTo(3);
        assertThat(signal(2)).as("its own").isEqualTo(6);
        assertThat(queue.pending()).isEqualTo(1);
    }

    @Test
    void a_dispatch_is_told_when_it_is_queued_and_when_it_is_done() {
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        write(1);
        dispatches.reap(queue, thread);
        assertThat(phases()).containsExactly(CallbackPhase.ENTER, CallbackPhase.EXIT);
        long start = Clock.now();
        gpu.complete(100, start, start + 10);
        while (Clock.now() < start + 10) Thread.onSpinWait();
        dispatches.reap(queue, thread);
        assertThat(phases()).containsExactly(CallbackPhase.ENTER, CallbackPhase.EXIT, CallbackPhase.NONE);
        SeenCalls.Seen completed = seen.all().getLast();
        assertThat(completed.payload().get(START)).isEqualTo(start);
        assertThat(completed.payload().get(END)).isEqualTo(start + 10);
        assertThat(completed.userData())
                .as("one word from the queue to the end")
                .isEqualTo(2);
        assertThat(completed.id()).isEqualTo(seen.all().getFirst().id());
        assertThat(queue.isDone(1)).isTrue();
    }

    @Test
    void the_programs_signal_has_the_times_of_the_kernel() {
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        packet(1, AqlPacket.KERNEL_DISPATCH, 0);
        write(2);
        assertThat(gpu.stoodFor).isEqualTo(Map.of(PROGRAMS_SIGNAL, List.of(100L)));
        gpu.complete(100, 7, 9);
        gpu.complete(101, 10, 11);
        dispatches.reap(queue, thread);
        assertThat(gpu.stoodFor).isEqualTo(Map.of(PROGRAMS_SIGNAL, List.of(100L, 7L, 9L)));
    }

    @Test
    void listeners_that_have_stopped_hear_of_what_they_saw_begin() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        write(1);
        slots.deactivate(context);
        gpu.complete(100, 1, 2);
        dispatches.reap(queue, thread);
        assertThat(phases()).endsWith(CallbackPhase.NONE);
    }

    @Test
    void what_overtakes_the_queues_head_waits_for_it_except_at_the_end() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        packet(1, AqlPacket.KERNEL_DISPATCH, 0);
        write(2);
        gpu.complete(101, 1, 2);
        dispatches.reap(queue, thread);
        assertThat(queue.pending()).isEqualTo(2);
        dispatches.reapAll(queue, thread);
        assertThat(queue.pending()).isEqualTo(1);
        assertThat(seen.all().getLast().id()).isEqualTo(2);
    }

    @Test
    void what_is_told_counts_once_all_before_it_has_been_told() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        packet(1, AqlPacket.KERNEL_DISPATCH, 0);
        packet(2, AqlPacket.KERNEL_DISPATCH, 0);
        write(3);
        gpu.complete(100, 1, 2);
        gpu.complete(101, 1, 2);
        Event first = Objects.requireNonNull(queue.takeCompleted(7));
        gpu.complete(102, 1, 2);
        Event second = Objects.requireNonNull(queue.takeCompleted(8));
        queue.wentOn(second);
        queue.delivered(second);
        assertShared(0, 0, 7);
        queue.wentOn(first);
        assertShared(1, 0, 7);
        queue.wentOn(first);
        queue.delivered(first);
        assertShared(3, 3, 0);
    }

    private void assertShared(long told, long reported, long teller) {
        assertThat(Memory.getLong(shared + NativeQueue.TAKEN)).isEqualTo(3);
        assertThat(Memory.getLong(shared + NativeQueue.TOLD)).isEqualTo(told);
        assertThat(Memory.getLong(shared + NativeQueue.REPORTED)).isEqualTo(reported);
        assertThat(Memory.getLong(shared + NativeQueue.TELLER)).isEqualTo(teller);
    }

    @Test
    void signals_are_used_again() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        for (int i = 0; i < 100; i++) {
            write(1);
            for (long signal : List.copyOf(gpu.watched)) gpu.complete(signal, 1, 2);
            dispatches.reap(queue, thread);
            queue.told();
            gpu.watched.clear();
        }
        assertThat(gpu.signalsMade()).isEqualTo(1);
        assertThat(seen.all()).hasSize(300);
    }

    @Test
    void what_never_completes_is_given_up_once() {
        packet(0, AqlPacket.KERNEL_DISPATCH, 0);
        write(1);
        dispatches.abandon(queue, thread);
        assertThat(queue.pending()).isZero();
        assertThat(queue.isDone(1)).isTrue();
        assertThat(phases()).doesNotContain(CallbackPhase.NONE);
    }

    @Test
    void what_comes_after_the_end_runs_untraced() {
        packet(0, AqlPacket.KERNEL_DISPATCH, PROGRAMS_SIGNAL);
        write(1);
        queue.close();
        assertThat(write(1)).isFalse();
        assertThat(gpu.signalsMade()).isEqualTo(1);
        assertThat(phases()).containsExactly(CallbackPhase.ENTER, CallbackPhase.EXIT);
        gpu.complete(100, 1, 2);
        dispatches.reap(queue, thread);
        assertThat(phases()).as("what came before").endsWith(CallbackPhase.NONE);
    }

    private List<CallbackPhase> phases() {
        return seen.all().stream().map(SeenCalls.Seen::phase).toList();
    }

    private void packet(int index, int type, long signal) {
        long packet = packets + (long) index * AqlPacket.SIZEOF;
        Memory.putLong(packet, type);
        Memory.putLong(packet + AqlPacket.COMPLETION_SIGNAL, signal);
    }

    private boolean write(int count) {
        Memory.putLong(write + NativeQueueWrite.THREAD, thread);
        Memory.putLong(write + NativeQueueWrite.PACKETS, packets);
        Memory.putLong(write + NativeQueueWrite.COUNT, count);
        Memory.putLong(write + NativeQueueWrite.ROOM, room);
        return dispatches.write(write, queue);
    }

    private long written(int index) {
        return room + (long) index * AqlPacket.SIZEOF;
    }

    private long signal(int index) {
        return Memory.getLong(written(index) + AqlPacket.COMPLETION_SIGNAL);
    }

    /// Returns the index of a field among the words after the payload's size.
    private static int word(int field) {
        return field / Long.BYTES - 1;
    }
}
