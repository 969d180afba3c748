package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/// A buffer without a callback thread, whose part an actor plays, and two threads that write to the buffer.
///
/// A buffer's memory may outlive it, so a rig is used for many rounds. The state left by the previous round
/// (stretches that threads still know, memory that was not cleared) is part of the test.
final class Rig {
    private static final int MOST_RECORDS = 5;

    /// The fates of a record, for the outcomes.
    static final int LOST = 0;

    static final int BY_ACTOR = 1;
    static final int BY_ARBITER = 2;
    static final int TWICE = 3;
    static final int BROKEN = 4;

    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final int BLOCK_SIZE = 2048;
    private static final int KIND_AND_OPERATION = 8;
    private static final int NUMBER = 16;
    private static final int ROUND = 24;

    final long first = newThread(1);
    final long second = newThread(2);

    private final DeliveredBuffer buffer;
    private final int[] fates = new int[MOST_RECORDS];
    private final int size;
    private long round;
    private int deliverer;

    /// @param size the size of a record, in bytes
    private Rig(long capacity, int size, Function<BufferSettings, DeliveredBuffer> kind) {
        this.size = size;
        buffer = kind.apply(
                new BufferSettings(1, capacity, 2 * capacity, true, this::look, idleThread(), PATIENCE_NANOS));
    }

    /// Rigs of one kind that are not in use.
    static final class Pool {
        private final ConcurrentLinkedQueue<Rig> unused = new ConcurrentLinkedQueue<>();
        private final long capacity;
        private final int size;
        private final Function<BufferSettings, DeliveredBuffer> kind;

        Pool(long capacity, int size, Function<BufferSettings, DeliveredBuffer> kind) {
            this.capacity = capacity;
            this.size = size;
            this.kind = kind;
        }

        Rig take() {
            Rig rig = unused.poll();
            return rig == null ? new Rig(capacity, size, kind) : rig;
        }

        void giveBack(Rig rig) {
            rig.round++;
            // The test never empties a callback thread's queue, so requests for delivery would accumulate in it.
            rig.buffer.thread(idleThread());
            Arrays.fill(rig.fates, LOST);
            unused.add(rig);
        }
    }

    /// Writes a record, as the engine does.
    ///
    /// @param number tells the records of a round apart, from 0
    void write(long thread, int number) {
        long address = buffer.claim(thread, size);
        if (address == 0) return;
        Memory.putLong(address + KIND_AND_OPERATION, number);
        Memory.putLong(address + NUMBER, number);
        Memory.putLong(address + ROUND, round);
        Memory.putLong(address + size - Long.BYTES, round);
        buffer.commit(address, size);
    }

    /// Called by one thread at a time, as by the callback thread.
    void deliver(int as) {
        deliverer = as;
        buffer.deliver();
    }

    int fate(int number) {
        return fates[number];
    }

    private void look(long headers, long count, long drops) {
        for (long i = 0; i < count; i++) {
            long record = Memory.getLong(Memory.getLong(headers + Long.BYTES * i) + Long.BYTES);
            int number = (int) Memory.getLong(record + NUMBER);
            boolean whole = Memory.getLong(record) == size
                    && Memory.getLong(record + KIND_AND_OPERATION) == number
                    && Memory.getLong(record + ROUND) == round
                    && Memory.getLong(record + size - Long.BYTES) == round;
            if (number < 0 || number >= MOST_RECORDS) Arrays.fill(fates, BROKEN);
            else if (!whole) fates[number] = BROKEN;
            else fates[number] = fates[number] == LOST ? deliverer : TWICE;
        }
    }

    /// Returns a callback thread that is never started.
    private static DeliveryThread idleThread() {
        return new DeliveryThread("stress-callback");
    }

    private static long newThread(int id) {
        long block = Arena.global().allocate(BLOCK_SIZE, 64).address();
        Memory.putLong(block + NativeThread.TID, id);
        return block;
    }
}
