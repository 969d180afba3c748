package io.rocprofiler.sdk.internal.buffer;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/// The claim word: one thread claims 8 bytes; another claims 16 and then closes it. Each observes the offset of
/// its claim, or -1 where the word was closed; the closer also observes the end of the records and the number
/// of claims.
@JCStressTest
@Outcome(
        id = {"0, 8, 24, 2", "16, 0, 24, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "Both before closing.")
@Outcome(id = "-1, 0, 16, 1", expect = Expect.ACCEPTABLE, desc = "One after closing.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Claims overlap, or closing missed one.")
@State
public class Claims {
    private static final long CAPACITY = 64;

    private final AtomicLong word = new AtomicLong();
    private long closed;

    @Actor
    public void eight(IIII_Result result) {
        result.r1 = claim(8);
    }

    @Actor
    public void sixteenAndClose(IIII_Result result) {
        result.r2 = claim(16);
        closed = word.getAndAdd(ClaimWord.CLOSED);
    }

    @Arbiter
    public void count(IIII_Result result) {
        result.r3 = (int) ClaimWord.end(closed, CAPACITY);
        result.r4 = (int) ClaimWord.claims(closed);
    }

    private int claim(int bytes) {
        long offset = word.getAndAdd(ClaimWord.ONE_CLAIM + bytes) & ClaimWord.OFFSET;
        return offset + bytes <= CAPACITY ? (int) offset : -1;
    }
}
