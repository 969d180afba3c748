package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A buffer for finished records, which are claimed, filled in place and committed.
///
/// A writer calls [#claim], fills all but the first eight bytes of the returned memory, and calls [#commit], which
/// stores the record's size there: a record exists once its size is not 0. Between the two calls the writer makes
/// no other call.
///
/// Assumptions: sizes are positive multiples of eight; `thread` is the calling thread's own block.
/// Guarantees: each claimed record is delivered once, in the order of its thread's claims, or counted as dropped. Those
/// of different threads are in no order, but see [#catchUp].
/// Progress: claim and commit take no lock and allocate nothing while there is room. Thread rule: any thread, at
/// any time.
public abstract sealed class RecordBuffer implements RecordPlace permits DeliveredBuffer, ChunkBuffer {
    private static final int PAGE = 4096;
    private static final long MAX_SIZE = 1L << 38;

    /// A delivery skips a record whose writer has not committed it for this long.
    private static final long PATIENCE_NANOS = 1_000_000_000;

    /// Counts the buffers of the process: the first ones have a field for a stretch in every thread block.
    private static final AtomicInteger COUNT = new AtomicInteger();

    /// All buffers, by their numbers. Changed under the lock of the class.
    private static volatile @Nullable RecordBuffer[] all = new RecordBuffer[8];

    private static int numbered;

    private final long handle;
    private final int number;
    private final AtomicLong drops = new AtomicLong();

    RecordBuffer(long handle) {
        this.handle = handle;
        this.number = add(this);
    }

    private static synchronized int add(RecordBuffer buffer) {
        @Nullable RecordBuffer[] known = all;
        if (numbered == known.length) known = Arrays.copyOf(known, 2 * numbered);
        known[numbered] = buffer;
        all = known;
        return numbered++;
    }

    /// Returns the buffer with this number.
    public static RecordBuffer at(int number) {
        return Objects.requireNonNull(all[number]);
    }

    /// The number by which C knows the buffer ([#at]).
    public final int number() {
        return number;
    }

    /// Creates a buffer whose records are delivered, in batches, on `thread`.
    ///
    /// @param sizeBytes capacity of each of its two halves, rounded up to a page
    /// @param watermarkBytes (unsigned) fill level at which a half is delivered; above the size: only when full
    /// or flushed
    /// @param lossless whether a writer waits if all halves are full, instead of dropping
    /// @throws OutOfMemoryError if its memory cannot be allocated
    public static RecordBuffer delivering(
            long handle,
            long sizeBytes,
            long watermarkBytes,
            boolean lossless,
            BufferListener listener,
            DeliveryThread thread) {
        if (sizeBytes < 0 || sizeBytes > MAX_SIZE) throw new OutOfMemoryError("sizeBytes=" + sizeBytes);
        long capacity = Math.max(PAGE, (sizeBytes + PAGE - 1) & -PAGE);
        long watermark = watermarkBytes < 0 ? Long.MAX_VALUE : watermarkBytes;
        BufferSettings settings =
                new BufferSettings(handle, capacity, watermark, lossless, listener, thread, PATIENCE_NANOS);
        return DeliveredBuffer.create(settings, COUNT.getAndIncrement());
    }

    /// Creates a buffer over memory that is kept.
    ///
    /// @throws IllegalStateException if the process has too many buffers: this kind needs a field in every
    /// thread block
    public static RecordBuffer chunked(long handle, ChunkSource source, Sealer sealer) {
        int index = COUNT.getAndIncrement();
        if (index >= NativeConstants.STRETCHES)
            throw new IllegalStateException("buffers=" + index + ": too many for one over chunks");
        return new ChunkBuffer(handle, index, source, sealer);
    }

    public final long handle() {
        return handle;
    }

    /// Moves the buffer to another callback thread. Only before the first record.
    public abstract void thread(DeliveryThread other);

    /// Counts a call, a mark, a range or work that has begun and is going to record into this buffer.
    ///
    /// @param thread address of the calling thread's block
    public abstract void submitted(long thread);

    /// Takes back one [#submitted] of this thread: the runtime has refused the work.
    public abstract void refused(long thread);

    /// Claims room for a record.
    ///
    /// @param thread address of the calling thread's block
    /// @return the address of `size` writable bytes whose first eight are zero; or 0 if the record is dropped,
    /// and counted
    public abstract long claim(long thread, int size);

    /// Claims room for a record that explains others or is a tool's own, and so was not counted as submitted.
    public abstract long claimNote(long thread, int size);

    /// Makes the thread's next claims come after all records that other threads have committed before this call.
    public void catchUp(long thread) {}

    /// Claims room for a record that C has made, copies it and publishes it.
    ///
    /// @param made its address; its first eight bytes are not read
    public final void append(long thread, long made, int size) {
        long record = claim(thread, size);
        if (record == 0) return;
        Memory.copy(made + Long.BYTES, record + Long.BYTES, size - Long.BYTES);
        commit(record, size);
    }

    /// Publishes a claimed record.
    public abstract void commit(long address, int size);

    /// Delivers every record that was committed before this call.
    ///
    /// @return false if delivery is not possible here: inside the buffer's own delivery, if waiting would be a
    /// deadlock, or if the buffer is destroyed
    public abstract boolean flush();

    /// Computes the checksums of the memory that threads have filled, where records are kept. Any number of threads at
    /// a time.
    public void sealFull() {}

    /// Notes the names of the threads that have recorded, where records are kept.
    ///
    /// @param mayWait whether to wait for memory: not on a thread that provides it
    /// @return false without memory for them
    public boolean noteNames(boolean mayWait) {
        return true;
    }

    /// Destroys the buffer: its contents are discarded, later records are dropped.
    ///
    /// @return false if a delivery or a flush is in progress
    public abstract boolean destroy();

    /// The number of records dropped so far.
    public final long dropCount() {
        return drops.get();
    }

    /// Counts one dropped record; returns the result of [#claim] for it.
    public final long drop() {
        drops.getAndIncrement();
        return 0;
    }

    final void lost(long records) {
        drops.getAndAdd(records);
    }
}
