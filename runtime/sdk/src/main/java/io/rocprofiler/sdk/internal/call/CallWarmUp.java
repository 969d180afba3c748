package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeIdSource;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.sdk.internal.buffer.ChunkBuffer;
import io.rocprofiler.sdk.internal.buffer.DeliveredBuffer;
import io.rocprofiler.sdk.internal.buffer.RecordBuffer;
import io.rocprofiler.sdk.internal.buffer.Sealer;
import io.rocprofiler.sdk.internal.buffer.SharedBuffer;
import io.rocprofiler.sdk.internal.buffer.StretchedBuffer;
import io.rocprofiler.sdk.internal.plan.JavaHandler;
import io.rocprofiler.sdk.internal.plan.SlotEntry;
import io.rocprofiler.sdk.internal.plan.SlotPlan;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Messages;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.Upcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the call path fast before the program's first traced call.
///
/// Interpreted, a traced call costs tens of microseconds. While the configuration window is open, a background
/// thread calls the engine's real upcall stubs on its own frame, thread block and buffers until they are compiled.
/// No effect is visible: the warm-up has its own correlation counter, and its records are never read.
///
/// A process in which C writes every record does not need it: the warm-up takes processor time and memory from the
/// program, so it begins when a service is configured that calls Java often.
///
/// Thread rule: `begin` any thread, any number of times; `await` from the thread that is about to return a table to
/// a runtime.
public final class CallWarmUp implements Runnable {
    /// Stands for a slot's address in calls of the warm-up.
    public static final long SLOT = 0;

    /// Enough for the first compilations of the whole path, few enough to finish within the window.
    private static final int ROUNDS = 6_000;

    private static final int WARM_UP_INDEX = NativeConstants.STRETCHES - 1;
    private static final int WARM_UP_STRETCH = NativeThread.STRETCH + Long.BYTES * WARM_UP_INDEX;

    /// The total wait of registering threads: a longer delay of the start-up costs more than slow first calls.
    private static final long PATIENCE_NANOS = 40_000_000;

    private final HandlerMaker handlers;
    private @Nullable Thread worker;

    private volatile SlotPlan[] plans = new SlotPlan[0];

    private long patienceNanos = PATIENCE_NANOS;

    /// Creates handlers that do the work of a typical Java tool for markers.
    public interface HandlerMaker {
        /// Creates a handler that appends to a buffer.
        JavaHandler over(RecordBuffer buffer);
    }

    public CallWarmUp(HandlerMaker handlers) {
        this.handlers = handlers;
    }

    public synchronized void begin() {
        if (worker == null) worker = start();
    }

    private Thread start() {
        Upcalls.link();
        Thread thread = new Thread(null, this, "rocprofiler warm-up", 0, false);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    public synchronized void await() {
        if (worker == null) worker = start();
        long begin = System.nanoTime();
        try {
            if (patienceNanos > 0) worker.join(Duration.ofNanos(patienceNanos));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        patienceNanos -= System.nanoTime() - begin;
    }

    public long enter(long frame) {
        SlotPlan plan = plans[(int) Memory.getLong(frame + NativeFrame.SLOT)];
        return CallPath.enter(plan, (1L << plan.entries.length) - 1, frame);
    }

    public long exit(long frame) {
        CallPath.exit(plans[(int) Memory.getLong(frame + NativeFrame.SLOT)], frame);
        return 0;
    }

    public long handle(long frame) {
        CallPath.handle(plans[(int) Memory.getLong(frame + NativeFrame.SLOT)], frame);
        return 0;
    }

    @Override
    public void run() {
        try (Arena arena = Arena.ofShared()) {
            long frame = arena.allocate(NativeFrame.SIZEOF, 16).address();
            long thread = arena.allocate(NativeThread.SIZEOF, 64).address();
            Memory.putLong(frame + NativeFrame.THREAD, thread);
            Memory.putLong(
                    frame + NativeFrame.INT_REGS,
                    arena.allocateFrom("some message").address());
            DeliveredBuffer shared = new SharedBuffer(WarmUpBuffers.settings());
            DeliveredBuffer stretched = new StretchedBuffer(WarmUpBuffers.settings(), WARM_UP_INDEX - 1);
            plans = plans(arena, shared, stretched);
            for (int i = 0; i < ROUNDS; i++) {
                Memory.putLong(frame + NativeFrame.SLOT, i % plans.length);
                if (plans[i % plans.length].isHandled()) callHandled(plans[i % plans.length], frame);
                else call(frame);
            }
            shared.deliver();
            stretched.deliver();
            // Appending used this thread's real block, which another thread will receive.
            Memory.putLong(Native.threadBlock() + WARM_UP_STRETCH, 0);
        } catch (RuntimeException | Error failure) {
            Messages.warn("the call path starts cold: " + Messages.describe(failure));
        }
    }

    private static void call(long frame) {
        Native.invoke(Native.linked(NativeLink.ENTER), SLOT, frame, 0, 0, 0, 0);
        Native.invoke(Native.linked(NativeLink.EXIT), SLOT, frame, 0, 0, 0, 0);
    }

    /// Does what C does around the handlers (`handlers.c`).
    private static void callHandled(SlotPlan plan, long frame) {
        long handle = Native.linked(NativeLink.HANDLE);
        long phase = frame + NativeFrame.RECORD + CallbackTracingRecord.PHASE;
        Memory.putLong(frame + NativeFrame.ACTIVE, plan.callbacks);
        CallPath.decodeArguments(plan, frame);
        Callbacks.prepare(0, frame);
        Memory.putLong(phase, CallbackPhase.ENTER.value());
        Native.invoke(handle, SLOT, frame, 0, 0, 0, 0);
        Memory.putLong(phase, CallbackPhase.EXIT.value());
        Native.invoke(handle, SLOT, frame, 0, 0, 0, 0);
    }

    /// Creates one plan for each path of an event, over buffers that hold all rounds.
    private SlotPlan[] plans(Arena arena, RecordBuffer shared, RecordBuffer stretched) {
        long correlation = arena.allocate(NativeIdSource.SIZEOF, Long.BYTES).address();
        MemorySegment chunk = arena.allocate(SegmentConstants.DEFAULT_CHUNK_SIZE / 2, 4096);
        RecordBuffer chunks = new ChunkBuffer(0, WARM_UP_INDEX, new WarmUpBuffers.OneChunk(chunk), Sealer.NONE);
        return new SlotPlan[] {
            plan(SlotEntry.warmUpBuffer(shared, false), correlation),
            plan(SlotEntry.warmUpBuffer(stretched, false), correlation),
            plan(SlotEntry.warmUpBuffer(chunks, false), correlation),
            plan(SlotEntry.warmUpBuffer(chunks, true), correlation),
            plan(SlotEntry.warmUpHandler(handlers.over(chunks)), correlation),
        };
    }

    private static SlotPlan plan(SlotEntry entry, long correlation) {
        // Three arguments of eight, four and eight bytes and an int result: the most common shape of a function.
        long[] moves = {8L << 32, 8L | 8L << 16 | 4L << 32, 16L | 16L << 16 | 8L << 32};
        SlotPlan.Signature signature = new SlotPlan.Signature(moves, 120, 96, 4);
        return new SlotPlan(List.of(entry), signature, null, null, correlation, false);
    }
}
