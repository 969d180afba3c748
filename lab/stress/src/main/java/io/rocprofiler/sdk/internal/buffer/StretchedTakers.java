package io.rocprofiler.sdk.internal.buffer;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// A thread takes a stretch of a half and writes a record, while another closes the half, opens it again, and does the
/// same. Observed: the records that each has written, and those delivered at the first closing and at the second.
@JCStressTest
@Outcome(
        id = {"1, 1, 1, 1", "1, 1, 0, 2", "0, 1, 0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "The first one has written before, after, or not at all: its stretch was closed too early.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A record is lost or erased (-1: never there), or is in a closed half.")
@State
public class StretchedTakers {
    private static final int SIZE = 1 << 13;
    private static final int RECORD = 64;

    /// With the memory and the state of earlier rounds.
    private static final ConcurrentLinkedQueue<StretchedHalf> UNUSED = new ConcurrentLinkedQueue<>();

    private final StretchedHalf half = unused();
    private final RecordHeaders headers = new RecordHeaders();
    private int before;

    private static StretchedHalf unused() {
        StretchedHalf half = UNUSED.poll();
        if (half == null) half = new StretchedHalf(4 * SIZE, Long.MAX_VALUE, SIZE);
        half.open();
        return half;
    }

    @Actor
    public void taker(IIII_Result result) {
        result.r1 = write();
    }

    @Actor
    public void takerAfterTheNextFillingBegan(IIII_Result result) {
        before = delivered();
        half.open();
        result.r2 = write();
    }

    @Arbiter
    public void rest(IIII_Result result) {
        result.r3 = before;
        result.r4 = delivered();
        headers.free();
        UNUSED.add(half);
    }

    private int write() {
        long stretch = half.take();
        if (stretch == 0) return 0;
        long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + RECORD);
        long offset = word & ClaimWord.OFFSET;
        if (offset + RECORD > SIZE) {
            StretchedHalf.misfit(stretch, SIZE, word);
            return 0;
        }
        long record = stretch + StretchedHalf.HEADER + offset;
        Memory.putLong(record + Long.BYTES, 1);
        Memory.putLongRelease(record, RECORD);
        return 1;
    }

    private int delivered() {
        half.close();
        headers.clear();
        long missing = half.collect(headers, 10_000_000_000L);
        half.clear(false, 0);
        return missing == 0 ? headers.count() : -1;
    }
}
