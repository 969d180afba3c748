package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.seam.Memory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The states of a stretch, with takers that stall between any two steps: the steps of each are calls here.
class StretchedHalfTest {
    private static final int SIZE = 1 << 13;
    private static final int RECORD = 64;

    private final StretchedHalf half = new StretchedHalf(4 * SIZE, Long.MAX_VALUE, SIZE);
    private final RecordHeaders headers = new RecordHeaders();

    /// As the half counts them.
    private int filling;

    @BeforeEach
    void openHalf() {
        half.open();
    }

    @Test
    void aHalfGivesEachStretchOnceAndNoneWhileItIsClosed() {
        long first = half.take();
        assertThat(half.take()).isNotIn(0L, first);
        close();
        assertThat(half.take()).isZero();
        assertThat(half.anyLeft()).isFalse();
        half.open();
        assertThat(half.used()).isFalse();
        assertThat(half.take()).isEqualTo(first);
        assertThat(half.used()).isTrue();
    }

    @Test
    void aStretchIsZeroWhenItIsOpenedAgain() {
        long stretch = half.take();
        for (int i = 0; i < SIZE / RECORD; i++) write(stretch, RECORD);
        refill();
        assertThat(half.take()).isEqualTo(stretch);
        for (int i = 0; i < SIZE; i += Long.BYTES)
            assertThat(Memory.getLong(stretch + StretchedHalf.HEADER + i)).isZero();
        assertThat(Memory.getLong(stretch)).isZero();
    }

    @Test
    void theEndOfAStretchIsZeroedToo() {
        long stretch = half.take();
        write(stretch, SIZE - 24);
        claimMisfit(stretch, RECORD);
        refill();
        half.take();
        write(stretch, SIZE - 24);
        claimMisfit(stretch, RECORD);
        assertThat(delivered()).isEqualTo(1);
    }

    @Test
    void aStretchClosedWhileItIsPreparedHasNoRecordAndIsUsedInTheNextFilling() {
        takeStalled();
        assertThat(half.beginPreparing(0)).isTrue();
        int before = filling;
        assertThat(delivered()).isZero();
        assertThat(half.endPreparing(0, before)).isFalse();
        assertFails(stretch(0));
        half.open();
        assertThat(half.take()).isEqualTo(stretch(0));
        write(stretch(0), RECORD);
        assertThat(delivered()).isEqualTo(1);
    }

    @Test
    void aStretchClosedBeforeItIsPreparedIsNotOpened() {
        takeStalled();
        int before = filling;
        assertThat(delivered()).isZero();
        assertThat(half.prepare(0, before)).isFalse();
        assertFails(stretch(0));
        half.open();
        assertThat(half.prepare(0, before)).isFalse();
        assertFails(stretch(0));
        assertThat(half.take()).isEqualTo(stretch(0));
    }

    @Test
    void aTakerThatStallsWhileItPreparesKeepsItsStretchForAnyNumberOfFillings() {
        long other = half.take();
        takeStalled();
        write(other, RECORD);
        assertThat(half.beginPreparing(1)).isTrue();
        int before = filling;
        for (int i = 0; i < 3; i++) {
            assertThat(delivered()).isEqualTo(1);
            half.open();
            write(half.take(), RECORD);
            assertThat(half.take()).isEqualTo(stretch(2));
        }
        assertThat(half.endPreparing(1, before)).isFalse();
        assertThat(delivered()).isEqualTo(1);
        half.open();
        half.take();
        assertThat(half.take()).isEqualTo(stretch(1));
    }

    /// Of two stretches, one is still with its taker while the half is cleared at once.
    @Test
    void aLargeHalfIsZeroedWhereThereIsTimeExceptForTheStretchesOfStalledTakers() {
        StretchedHalf large = new StretchedHalf(1 << 20, Long.MAX_VALUE, SIZE);
        large.open();
        for (int i = 0; i < 2; i++) write(large.take(), SIZE);
        large.close();
        large.clear(false, 0);
        assertThat(Memory.getLong(large.stretch(0) + StretchedHalf.HEADER + 8)).isNotZero();
        large.open();
        large.takeIndex();
        large.takeIndex();
        assertThat(large.beginPreparing(1)).isTrue();
        large.close();
        large.clear(true, 0);
        assertThat(Memory.getLong(large.stretch(0) + StretchedHalf.HEADER + 8)).isZero();
        assertThat(Memory.getLong(large.stretch(1) + StretchedHalf.HEADER + 8)).isNotZero();
        assertThat(large.endPreparing(1, 1)).isFalse();
        large.open();
        for (int i = 0; i < 2; i++) write(large.take(), SIZE);
    }

    /// The stalled one is about to zero memory in which another one has written.
    @Test
    void aTakerOfAnEarlierFillingLeavesAnOpenStretchAlone() {
        takeStalled();
        int before = filling;
        refill();
        long stretch = half.take();
        write(stretch, RECORD);
        assertThat(half.prepare(0, before)).isFalse();
        write(stretch, RECORD);
        assertThat(delivered()).isEqualTo(2);
    }

    @Test
    void aTakerOfAnEarlierFillingThatComesFirstIsPassedOver() {
        takeStalled();
        int before = filling;
        refill();
        assertThat(half.beginPreparing(0)).isTrue();
        assertThat(half.take()).isEqualTo(stretch(1));
        assertThat(half.endPreparing(0, before)).isFalse();
        assertFails(stretch(0));
        assertThat(delivered()).isZero();
        half.open();
        assertThat(half.take()).isEqualTo(stretch(0));
    }

    @Test
    void claimsOfThreadsThatKnowAStretchFromBeforeDoNotDisturbItsStates() {
        write(half.take(), RECORD);
        refill();
        takeStalled();
        assertFails(stretch(0));
        assertThat(half.beginPreparing(0)).isTrue();
        assertFails(stretch(0));
        assertThat(half.endPreparing(0, filling)).isTrue();
        write(stretch(0), RECORD);
        assertThat(delivered()).isEqualTo(1);
        assertFails(stretch(0));
        half.open();
        takeStalled();
        assertThat(half.beginPreparing(0)).isTrue();
        close();
        assertFails(stretch(0));
        assertThat(half.endPreparing(0, filling - 1)).isFalse();
        assertFails(stretch(0));
    }

    @Test
    void aHalfWhoseTakersHaveDiedIsNotUsedAgain() {
        for (int i = 0; i < 2; i++) {
            takeStalled();
            half.beginPreparing(i);
        }
        close();
        assertThat(half.clear(false, 0)).isTrue();
        half.open();
        for (int i = 2; i < 4; i++) {
            takeStalled();
            half.beginPreparing(i);
        }
        assertThat(half.take()).isZero();
        close();
        assertThat(half.clear(false, 0)).isFalse();
    }

    @Test
    void anUncommittedRecordIsMissing() {
        long stretch = half.take();
        write(stretch, RECORD);
        Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + RECORD);
        write(stretch, RECORD);
        close();
        assertThat(half.collect(headers, 0)).isEqualTo(2);
    }

    private long stretch(int i) {
        return half.stretch(i);
    }

    /// Takes the next stretch as far as a taker comes that stalls at once.
    private void takeStalled() {
        half.takeIndex();
    }

    private void close() {
        half.close();
        filling++;
    }

    private void refill() {
        delivered();
        half.open();
    }

    /// Closes the half.
    ///
    /// @return the number of its records
    private int delivered() {
        close();
        headers.clear();
        assertThat(half.collect(headers, 0)).isZero();
        assertThat(half.clear(false, 0)).isTrue();
        return headers.count();
    }

    private static void write(long stretch, int bytes) {
        long offset = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + bytes) & ClaimWord.OFFSET;
        assertThat(offset + bytes).isLessThanOrEqualTo(SIZE);
        long record = stretch + StretchedHalf.HEADER + offset;
        for (int i = 0; i < bytes; i += Long.BYTES) {
            assertThat(Memory.getLong(record + i)).isZero();
            if (i > 0) Memory.putLong(record + i, ~0L);
        }
        Memory.putLongRelease(record, bytes);
    }

    private static void claimMisfit(long stretch, int bytes) {
        StretchedHalf.misfit(stretch, SIZE, Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + bytes));
    }

    /// As a thread that knows the stretch from an earlier filling.
    private static void assertFails(long stretch) {
        long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + RECORD);
        assertThat((word & ClaimWord.OFFSET) + RECORD).isGreaterThan(SIZE);
        StretchedHalf.misfit(stretch, SIZE, word);
    }
}
