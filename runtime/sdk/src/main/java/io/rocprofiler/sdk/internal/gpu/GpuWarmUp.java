package io.rocprofiler.sdk.internal.gpu;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeIdSource;
import io.rocprofiler.abi.internal.NativeQueue;
import io.rocprofiler.abi.internal.NativeQueueWrite;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Sealer;
import io.rocprofiler.sdk.internal.buffer.SharedBuffer;
import io.rocprofiler.sdk.internal.buffer.StretchedBuffer;
import io.rocprofiler.sdk.internal.call.WarmUpBuffers;
import io.rocprofiler.sdk.internal.plan.EventSlot;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Makes the path of a dispatch fast before the program's first one, as [CallWarmUp] does for calls.
///
/// It writes packets to a queue without a runtime, from its own thread block into buffers that are never read. It
/// has no visible effect, and no thread waits for it.
final class GpuWarmUp implements Runnable {
    private static final int ROUNDS = 12_000;

    /// Two stretches of the warm-up thread, distinct from those of [CallWarmUp], which other threads use.
    private static final int STRETCHED_INDEX = NativeConstants.STRETCHES - 4;

    private static final int CHUNK_INDEX = NativeConstants.STRETCHES - 3;
    private static final int ROUNDS_PER_DELIVERY = 256;

    private final Arena arena;
    private final Dispatches dispatches;
    private final DispatchServices services;
    private final GpuQueue queue;
    private final DeliveredBuffer shared = new SharedBuffer(WarmUpBuffers.settings());
    private final DeliveredBuffer stretched = new StretchedBuffer(WarmUpBuffers.settings(), STRETCHED_INDEX);

    private GpuWarmUp(Arena arena, Dispatches dispatches, GpuLosses losses) {
        this.arena = arena;
        this.dispatches = dispatches;
        MemorySegment chunk = arena.allocate(SegmentConstants.DEFAULT_CHUNK_SIZE, 4096);
        RecordBuffer chunks = new ChunkBuffer(0, CHUNK_INDEX, new WarmUpBuffers.OneChunk(chunk), Sealer.NONE);
        List<SlotEntry> entries = List.of(
                SlotEntry.warmUpBuffer(shared, false),
                SlotEntry.warmUpBuffer(stretched, false),
                SlotEntry.warmUpBuffer(chunks, false));
        long correlation = arena.allocate(NativeIdSource.SIZEOF, Long.BYTES).address();
        SlotPlan.Signature none = new SlotPlan.Signature(new long[0], 0, 0, 0);
        SlotPlan plan = new SlotPlan(entries, none, null, null, correlation, false);
        long active = arena.allocate(Long.BYTES, Long.BYTES).address();
        Memory.putLong(active, (1L << plan.entries.length) - 1);
        services = new DispatchServices(new EventSlot(plan, active), plan, 0, 0, 0);
        queue = new GpuQueue(
                new GpuRuntime(HsaGpuFunctions.ofWarmUp(), null),
                losses,
                arena.allocate(NativeQueue.SIZEOF, 8).address(),
                0);
    }

    static void begin(Dispatches dispatches, GpuLosses losses) {
        Thread thread = new Thread(
                null, new GpuWarmUp(Arena.ofShared(), dispatches, losses), "rocprofiler gpu warm-up", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try (Arena closed = arena) {
            long thread = closed.allocate(NativeThread.SIZEOF, 64).address();
            long write = closed.allocate(NativeQueueWrite.SIZEOF, 8).address();
            long packet = closed.allocate(AqlPacket.SIZEOF, AqlPacket.SIZEOF).address();
            Memory.putLong(packet, AqlPacket.KERNEL_DISPATCH);
            Memory.putLong(packet + AqlPacket.COMPLETION_SIGNAL, 1);
            Memory.putLong(write + NativeQueueWrite.THREAD, thread);
            Memory.putLong(write + NativeQueueWrite.PACKETS, packet);
            Memory.putLong(write + NativeQueueWrite.COUNT, 1);
            long room = closed.allocate(2 * AqlPacket.SIZEOF, AqlPacket.SIZEOF).address();
            Memory.putLong(write + NativeQueueWrite.ROOM, room);
            long own = Native.threadBlock();
            for (int i = 0; i < ROUNDS; i++) {
                dispatches.write(write, services, queue);
                dispatches.reap(queue, own);
                if (i % ROUNDS_PER_DELIVERY == 0) deliver();
            }
            Memory.putLong(own + NativeThread.STRETCH + (long) Long.BYTES * STRETCHED_INDEX, 0);
            Memory.putLong(own + NativeThread.STRETCH + (long) Long.BYTES * CHUNK_INDEX, 0);
        } catch (RuntimeException | Error failure) {
            Messages.warn("dispatches start cold: " + Messages.describe(failure));
        }
    }

    private void deliver() {
        shared.deliver();
        stretched.deliver();
    }
}
