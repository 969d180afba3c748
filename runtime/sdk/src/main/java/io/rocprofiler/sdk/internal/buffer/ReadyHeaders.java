package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;

/// The headers of a full stretch's records, behind these, made by the writer that found the stretch full.
///
/// That writer still has the records in its processor's cache. The delivering thread, for which all writers may wait,
/// would have to fetch each of them from there, and then has to read none.
///
/// ```
/// stretch: | claim word .. state (8) .. | records | headers, one for each 64 bytes |
///
/// idle ──begin──▶ making ──end──▶ ready ──close──▶ idle
///                   └──close──▶ abandoned ──end──▶ idle
/// ```
/// Guarantees: one thread at a time makes headers, and none while a delivery reads them. A thread that stalls while it
/// makes them keeps their memory, however long: the delivering thread reads the records then, also in later fillings.
///
/// There are none if a record is not committed yet (a signal handler's may be, inside another), if one retires a
/// correlation id, whose place is after the records of other threads, or if there are too many small ones.
///
/// Assumptions: the claim word says "closed" before [#close]. Progress: no step waits.
final class ReadyHeaders {
    /// The offset of the state in a stretch's header.
    static final int STATE = 32;

    private static final int LEAST_RECORD = 64;

    private static final long IDLE = 0;
    private static final long MAKING = 1;
    private static final long ABANDONED = 2;

    /// To which the number of headers is added.
    private static final long READY = 1L << Integer.SIZE;

    private ReadyHeaders() {}

    /// The bytes of a stretch's headers.
    static long bytes(int stretchSize) {
        return (long) stretchSize / LEAST_RECORD * RecordHeader.SIZEOF;
    }

    /// The address of a stretch's first header.
    static long first(long stretch, int stretchSize) {
        return stretch + StretchedHalf.HEADER + stretchSize;
    }

    /// Makes the headers of a stretch for which a claim did not fit. Any thread: it makes none if the stretch has been
    /// closed, or has been opened again and is not full.
    ///
    /// @return whether it has made them
    static boolean make(long stretch, int stretchSize) {
        return begin(stretch) && end(stretch, isFull(stretch, stretchSize) ? write(stretch, stretchSize) : 0);
    }

    static boolean begin(long stretch) {
        return Memory.compareAndExchangeLong(stretch + STATE, IDLE, MAKING) == IDLE;
    }

    /// @param count 0 for none
    static boolean end(long stretch, int count) {
        long made = count == 0 ? IDLE : READY + count;
        boolean wanted = Memory.compareAndExchangeLong(stretch + STATE, MAKING, made) == MAKING;
        if (!wanted) Memory.putLongRelease(stretch + STATE, IDLE);
        return wanted && count != 0;
    }

    /// The number of headers; 0 if there are none. With some, the stretch is open and full until it is closed.
    static int count(long stretch) {
        long state = Memory.getLongAcquire(stretch + STATE);
        return state < READY ? 0 : (int) state;
    }

    /// Takes the headers out of the stretch's state, for a delivery.
    ///
    /// @return how many there are; 0 for none
    static int close(long stretch) {
        long state = Memory.getLongAcquire(stretch + STATE);
        if (state == MAKING) state = Memory.compareAndExchangeLong(stretch + STATE, MAKING, ABANDONED);
        if (state < READY) return 0;
        Memory.putLongRelease(stretch + STATE, IDLE);
        return (int) state;
    }

    /// Whether no record can be added in this filling.
    private static boolean isFull(long stretch, int stretchSize) {
        long word = Memory.getLongVolatile(stretch);
        return ClaimWord.isOpen(word) && (word & ClaimWord.OFFSET) > stretchSize;
    }

    /// The stretch may be closed meanwhile, and filled again: then what it reads are no records, and what it writes is
    /// never used.
    private static int write(long stretch, int stretchSize) {
        long end = stretch + StretchedHalf.HEADER + stretchSize;
        long at = stretch + StretchedHalf.HEADER + Memory.getLong(stretch + StretchedHalf.BEGIN);
        long first = first(stretch, stretchSize);
        long last = first + bytes(stretchSize);
        long header = first;
        while (at < end) {
            long size = Memory.getLongAcquire(at);
            if (size == Records.PADDING) break;
            boolean committed = size > 0 && size <= end - at;
            if (!committed || header == last || RecordHeader.write(header, at)) return 0;
            header += RecordHeader.SIZEOF;
            at += ClaimWord.aligned((int) size);
        }
        return (int) ((header - first) / RecordHeader.SIZEOF);
    }
}
