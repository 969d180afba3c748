package io.rocprofiler.sdk.internal.call;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingRecord;
import io.rocprofiler.abi.internal.NativeCalls;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.abi.internal.SegmentCall;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes the call path fast before the program's first traced call.
///
/// Interpreted, a step of a traced call costs tens of microseconds. While the configuration window is open, a
/// background thread calls the engine's real upcall stubs on its own frame, thread block and buffers until they are
/// compiled. No effect is visible: its records are never read.
///
/// A process in which C writes every record does not need it: the warm-up takes processor time and memory from the
/// program, so it begins when a service is configured that calls Java often.
///
/// Thread rule: `begin` any thread, any number of times; `await` from the thread that is about to return a table to
/// a runtime.
public final class CallWarmUp implements Runnable {
    /// Stands for the index of a slot in the steps of the warm-up.
    public static final int SLOT = -1;

    /// Enough for the first compilations of the whole path, few enough to finish within the window.
    private static final int ROUNDS = 6_000;

    private static final int PAYLOAD_BYTES = 120;
    private static final int RECORD_BYTES = SegmentCall.RESULT;
    private static final int ARGUMENT_WORDS = NativeConstants.ANSWER_WORD + 1;

    private static final int WARM_UP_INDEX = NativeConstants.STRETCHES - 1;
    private static final int WARM_UP_STRETCH = NativeThread.STRETCH + Long.BYTES * WARM_UP_INDEX;

    /// The total wait of registering threads: a longer delay of the start-up costs more than slow first calls.
    private static final long PATIENCE_NANOS = 40_000_000;

    private final HandlerMaker handlers;
    private @Nullable Thread worker;

    private volatile @Nullable SlotPlan plan;

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

    /// Does a step of the warm-up's own call.
    public void step(long what, long frame) {
        CallSteps.step(Objects.requireNonNull(plan), what, frame);
    }

    @Override
    public void run() {
        try (Arena arena = Arena.ofShared()) {
            DeliveredBuffer shared = new SharedBuffer(WarmUpBuffers.settings());
            DeliveredBuffer stretched = new StretchedBuffer(WarmUpBuffers.settings(), WARM_UP_INDEX - 1);
            MemorySegment chunk = arena.allocate(SegmentConstants.DEFAULT_CHUNK_SIZE / 2, 4096);
            RecordBuffer chunks = new ChunkBuffer(0, WARM_UP_INDEX, new WarmUpBuffers.OneChunk(chunk), Sealer.NONE);
            plan = plan(SlotEntry.warmUpHandler(handlers.over(chunks)));
            long frame = frame(arena);
            long record = arena.allocate(RECORD_BYTES, Long.BYTES).address();
            long arguments =
                    arena.allocate(ARGUMENT_WORDS * Long.BYTES, Long.BYTES).address();
            for (int i = 0; i < ROUNDS; i++) {
                if (i % 3 == 0) handle(frame);
                else append(i % 3 == 1 ? shared : stretched, record, arguments);
            }
            shared.deliver();
            stretched.deliver();
            // Appending used this thread's real block, which another thread will receive.
            Memory.putLong(Native.threadBlock() + WARM_UP_STRETCH, 0);
            Memory.putLong(Native.threadBlock() + WARM_UP_STRETCH - Long.BYTES, 0);
        } catch (RuntimeException | Error failure) {
            Messages.warn("the call path starts cold: " + Messages.describe(failure));
        }
    }

    private static long frame(Arena arena) {
        long frame = arena.allocate(NativeFrame.SIZEOF, 16).address();
        Memory.putLong(
                frame + NativeFrame.THREAD,
                arena.allocate(NativeThread.SIZEOF, 64).address());
        long payload = frame + NativeFrame.PAYLOAD;
        Memory.putLong(payload, PAYLOAD_BYTES);
        Memory.putLong(payload + Long.BYTES, arena.allocateFrom("some message").address());
        Memory.putLong(frame + NativeFrame.RECORD + CallbackTracingRecord.PAYLOAD, payload);
        Memory.putLong(frame + NativeFrame.ACTIVE, 1);
        return frame;
    }

    /// Does what C does around the handlers of a call (`calls.c`).
    private static void handle(long frame) {
        long step = Native.linked(NativeLink.STEP);
        long what = (SLOT & 0xFFFF_FFFFL) | (long) NativeConstants.STEP_HANDLE << NativeConstants.STEP_SHIFT;
        long phase = frame + NativeFrame.RECORD + CallbackTracingRecord.PHASE;
        Memory.putLong(frame + NativeFrame.USER_DATA, 0);
        Memory.putLong(phase, CallbackPhase.ENTER.value());
        Native.invoke(step, what, frame, 0, 0, 0, 0);
        Memory.putLong(phase, CallbackPhase.EXIT.value());
        Native.invoke(step, what, frame, 0, 0, 0, 0);
    }

    /// Does what C does with a record for which it cannot claim memory itself (`entry_records.c`).
    private static void append(RecordBuffer buffer, long record, long arguments) {
        Memory.putLong(arguments, buffer.number());
        Memory.putLong(arguments + Long.BYTES, record);
        Memory.putLong(arguments + 2 * Long.BYTES, RECORD_BYTES);
        Native.invoke(Native.linked(NativeLink.CALL), NativeCalls.RECORD, arguments, 0, 0, 0, 0);
    }

    private static SlotPlan plan(SlotEntry entry) {
        // Three arguments of eight, four and eight bytes and an int result: the most common shape of a function.
        long[] moves = {8L << 32, 8L | 8L << 16 | 4L << 32, 16L | 16L << 16 | 8L << 32};
        SlotPlan.Signature signature = new SlotPlan.Signature(moves, PAYLOAD_BYTES, 96, 4);
        return new SlotPlan(List.of(entry), signature, null, null, false);
    }
}
