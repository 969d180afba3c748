package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A thread makes the headers of a full stretch, while another closes the half, opens it again, fills the stretch with
/// other records and makes their headers. Observed: the records delivered at the first closing and at the second.
@JCStressTest
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Whoever has made the headers.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A record is lost, or a header is of another filling (-1).")
@State
public class StretchedHeaders {
    private static final int SIZE = 1 << 13;

    /// With the memory and the state of earlier rounds.
    private static final ConcurrentLinkedQueue<StretchedHalf> UNUSED = new ConcurrentLinkedQueue<>();

    private final StretchedHalf half = unused();
    private final RecordHeaders headers = new RecordHeaders();
    private final long stretch;
    private int before;

    public StretchedHeaders() {
        stretch = half.take();
        fill(SIZE / 2);
    }

    private static StretchedHalf unused() {
        StretchedHalf half = UNUSED.poll();
        if (half == null) half = new StretchedHalf(SIZE, Long.MAX_VALUE, SIZE);
        half.open();
        return half;
    }

    @Actor
    public void writer() {
        ReadyHeaders.make(stretch, SIZE);
    }

    @Actor
    public void deliveryAndNextFilling() {
        before = delivered(SIZE / 2);
        half.open();
        half.take();
        fill(SIZE);
        ReadyHeaders.make(stretch, SIZE);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = before;
        result.r2 = delivered(SIZE);
        headers.free();
        UNUSED.add(half);
    }

    /// With records of one size, and a claim that does not fit.
    private void fill(int size) {
        for (int at = 0; at <= SIZE; at += size) {
            long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + size);
            if (at == SIZE) StretchedHalf.misfit(stretch, SIZE, word);
            else Memory.putLongRelease(stretch + StretchedHalf.HEADER + at, size);
        }
    }

    private int delivered(int size) {
        half.close();
        headers.clear();
        if (half.collect(headers, 10_000_000_000L) != 0) return -1;
        for (int i = 0; i < headers.count(); i++) {
            long record = Memory.getLong(Memory.getLong(headers.pointers() + (long) i * Long.BYTES) + Long.BYTES);
            if (record != stretch + StretchedHalf.HEADER + (long) i * size || Memory.getLong(record) != size) return -1;
        }
        half.clear(false, 0);
        return headers.count();
    }
}
