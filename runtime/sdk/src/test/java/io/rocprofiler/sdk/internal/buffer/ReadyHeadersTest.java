package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The headers that a writer makes, with writers that stall between any two steps: the steps of each are calls here.
class ReadyHeadersTest {
    private static final int SIZE = 1 << 13;
    private static final int RECORD = 64;
    private static final int ALL = SIZE / RECORD;

    private final StretchedHalf half = new StretchedHalf(4 * SIZE, Long.MAX_VALUE, SIZE);
    private final RecordHeaders headers = new RecordHeaders();
    private long stretch;

    @BeforeEach
    void takeAStretch() {
        half.open();
        stretch = half.take();
    }

    @Test
    void theHeadersOfAFullStretchAreDeliveredAsTheyWereMade() {
        fill(RECORD);
        assertThat(make()).isTrue();
        deliver();
        assertThat(headers.count()).isEqualTo(ALL);
        for (int i = 0; i < ALL; i++) {
            long header = Memory.getLong(headers.pointers() + (long) i * Long.BYTES);
            assertThat(header).isEqualTo(ReadyHeaders.first(stretch, SIZE) + (long) i * RecordHeader.SIZEOF);
            assertThat(payload(i)).isEqualTo(record(i, RECORD));
        }
    }

    @Test
    void aStretchWithRoomHasNone() {
        write(RECORD);
        assertThat(make()).isFalse();
        write(RECORD);
        deliver();
        assertThat(headers.count()).isEqualTo(2);
    }

    @Test
    void theyEndWhereTheLastRecordDidNotFit() {
        fill(RECORD + 8);
        assertThat(make()).isTrue();
        deliver();
        assertThat(headers.count()).isEqualTo(SIZE / (RECORD + 8));
    }

    @Test
    void anUncommittedRecordIsWaitedForByTheDelivery() {
        long open = claim(RECORD);
        fill(RECORD);
        assertThat(make()).isFalse();
        Memory.putLongRelease(open, RECORD);
        deliver();
        assertThat(headers.count()).isEqualTo(ALL);
    }

    @Test
    void retirementsAreDeliveredLast() {
        long retirement = claim(RECORD);
        Memory.putInt(retirement + 8, BufferTracingKind.CORRELATION_ID_RETIREMENT.value());
        Memory.putLongRelease(retirement, RECORD);
        fill(RECORD);
        assertThat(make()).isFalse();
        stretch = half.take();
        fill(RECORD);
        assertThat(make()).isTrue();
        deliver();
        assertThat(headers.count()).isEqualTo(2 * ALL);
        assertThat(payload(2 * ALL - 1)).isEqualTo(retirement);
    }

    @Test
    void moreSmallRecordsThanHeadersAreRead() {
        fill(RECORD / 2);
        assertThat(make()).isFalse();
        deliver();
        assertThat(headers.count()).isEqualTo(2 * ALL);
    }

    @Test
    void theHeadersOfAWriterThatStallsAreNotUsedInAnyFilling() {
        fill(RECORD);
        assertThat(ReadyHeaders.begin(stretch)).isTrue();
        deliver();
        assertThat(headers.count()).isEqualTo(ALL);
        for (int i = 0; i < 2; i++) {
            refill();
            assertThat(make()).isFalse();
            deliver();
            assertThat(headers.count()).isEqualTo(ALL);
        }
        assertThat(ReadyHeaders.end(stretch, ALL - 1)).isFalse();
        refill();
        assertThat(make()).isTrue();
        deliver();
        assertThat(headers.count()).isEqualTo(ALL);
    }

    @Test
    void aWriterThatComesTooLateMakesNone() {
        fill(RECORD);
        half.close();
        assertThat(make()).isFalse();
        collect();
        half.open();
        assertThat(half.take()).isEqualTo(stretch);
        assertThat(make()).isFalse();
        fill(RECORD);
        assertThat(make()).isTrue();
        assertThat(make()).isFalse();
        deliver();
        assertThat(headers.count()).isEqualTo(ALL);
    }

    @Test
    void aHalfOfSeveralWritersSettlesUntilItsStretchesHaveHeaders() {
        half.takenBy(1);
        long first = stretch;
        stretch = half.take();
        half.takenBy(2);
        assertThat(half.isSettling()).isTrue();
        fill(RECORD);
        half.makeHeaders(stretch, 1);
        assertThat(half.isSettling()).isTrue();
        stretch = first;
        fill(RECORD);
        half.makeHeaders(stretch, 1);
        assertThat(half.isSettling()).isFalse();
    }

    @Test
    void oneWriterMakesNoHeaders() {
        half.takenBy(1);
        half.close();
        half.open();
        stretch = half.take();
        half.takenBy(1);
        assertThat(half.isSettling()).isFalse();
        fill(RECORD);
        half.makeHeaders(stretch, 1);
        assertThat(ReadyHeaders.count(stretch)).isZero();
    }

    private boolean make() {
        return ReadyHeaders.make(stretch, SIZE);
    }

    private void refill() {
        half.open();
        assertThat(half.take()).isEqualTo(stretch);
        fill(RECORD);
    }

    private void deliver() {
        half.close();
        collect();
    }

    private void collect() {
        headers.clear();
        assertThat(half.collect(headers, 0)).isZero();
        assertThat(half.clear(false, 0)).isTrue();
    }

    private void fill(int bytes) {
        while (write(bytes)) {}
    }

    private boolean write(int bytes) {
        long record = claim(bytes);
        if (record != 0) Memory.putLongRelease(record, bytes);
        return record != 0;
    }

    private long claim(int bytes) {
        long word = Memory.getAndAddLong(stretch, ClaimWord.ONE_CLAIM + bytes);
        long offset = word & ClaimWord.OFFSET;
        if (offset + bytes <= SIZE) return stretch + StretchedHalf.HEADER + offset;
        StretchedHalf.misfit(stretch, SIZE, word);
        return 0;
    }

    private long record(int i, int bytes) {
        return stretch + StretchedHalf.HEADER + (long) i * bytes;
    }

    private long payload(int i) {
        return Memory.getLong(Memory.getLong(headers.pointers() + (long) i * Long.BYTES) + Long.BYTES);
    }
}
