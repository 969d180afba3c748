package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rocprofiler.abi.BufferTracingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RecordBufferTest {
    private static final long ON_REQUEST = Long.MAX_VALUE;

    private final DeliveryThread thread = started("test-callback");
    private final WriterThread writer = new WriterThread(1);
    private final Delivered delivered = new Delivered();

    @AfterEach
    void stopThread() {
        thread.stop(10_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 64", "4096, 64", "4097, 128", "65536, 1024"})
    void capacityIsBytesRoundedUpToPages(long size, int records) {
        RecordBuffer buffer = discarding(size, ON_REQUEST);
        write(buffer, 64, records + 6);
        assertThat(buffer.flush()).isTrue();
        assertThat(delivered.sequences(1)).isEqualTo(sequence(records));
        assertThat(buffer.dropCount()).isEqualTo(6);
        assertThat(delivered.dropCount()).isEqualTo(6);
    }

    @Test
    void aFullDiscardingBufferIsUsableAgainAfterAFlush() {
        RecordBuffer buffer = discarding(4096, ON_REQUEST);
        for (int round = 1; round <= 5; round++) {
            write(buffer, 64, 100);
            buffer.flush();
            assertThat(delivered.count()).isEqualTo(64 * round);
            assertThat(buffer.dropCount()).isEqualTo(36L * round);
        }
    }

    /// As for a thread whose claim did not fit while another one exchanged the halves: nobody can make room, because
    /// the other half is being delivered.
    @ParameterizedTest
    @ValueSource(longs = {4096, 1 << 20})
    void aDiscardingBufferDropsNothingWhileItsNewHalfHasRoom(long size) throws InterruptedException {
        Semaphore delivery = new Semaphore(0);
        delivered.inside(delivery::acquireUninterruptibly);
        DeliveredBuffer buffer = (DeliveredBuffer) discarding(size, size);
        int written = (int) (size / 64);
        write(buffer, 64, written);
        delivered.awaitCount(1);
        assertThat(buffer.makeRoom(writer.block, 64)).isTrue();
        while (writer.write(buffer, 64, written)) written++;
        assertThat(buffer.makeRoom(writer.block, 64)).isFalse();
        delivery.release(2);
        buffer.flush();
        assertThat(delivered.sequences(1)).isEqualTo(sequence(written));
        assertThat(buffer.dropCount()).isEqualTo(1);
    }

    @Test
    void headersNameCategoryAndKind() {
        RecordBuffer buffer = lossless(4096, ON_REQUEST);
        writer.write(buffer, 88, 7);
        buffer.flush();
        assertThat(delivered.seen()).containsExactly(new Delivered.Seen(1, 7, 88, WriterThread.KIND, 1));
    }

    /// The thread that retires the ids is collected first.
    @Test
    void anIdIsRetiredAfterItsRecordsOnOtherThreads() {
        RecordBuffer buffer = lossless(1 << 20, ON_REQUEST);
        WriterThread other = new WriterThread(2);
        for (int id = 0; id < 500; id++) {
            writer.write(buffer, 64, -1);
            other.write(buffer, 64, id);
            writer.write(buffer, BufferTracingKind.CORRELATION_ID_RETIREMENT.value(), 64, id);
        }
        buffer.flush();
        assertThat(delivered.seen()).hasSize(1500);
        assertThat(delivered.sequences(2))
                .isEqualTo(LongStream.range(0, 500).boxed().toList());
        assertThat(delivered.seen().subList(1000, 1500))
                .extracting(Delivered.Seen::kind, Delivered.Seen::sequence)
                .isEqualTo(LongStream.range(0, 500)
                        .mapToObj(id -> tuple(BufferTracingKind.CORRELATION_ID_RETIREMENT.value(), id))
                        .toList());
    }

    /// While the callback thread is busy, one thread goes on in a stretch of a half that another one has exchanged.
    @Test
    void anExchangedHalfIsFilledUntilItIsDelivered() throws InterruptedException {
        Semaphore delivery = new Semaphore(0);
        delivered.inside(delivery::acquireUninterruptibly);
        RecordBuffer buffer = lossless(1 << 16, ON_REQUEST);
        write(buffer, 64, 2 * 1024); // the first half is being delivered, the second is full
        delivered.awaitCount(1024);
        WriterThread slow = new WriterThread(2);
        slow.write(buffer, 64, 0);
        for (int i = 0; i < 1024; i++) writer.write(buffer, 64, 2048 + i); // fills the third half and begins a fourth
        for (int i = 1; i < 128; i++) slow.write(buffer, 64, i);
        delivery.release(10);
        buffer.flush();
        List<Delivered.Seen> third = delivered.seen().subList(2048, 3072);
        assertThat(third).filteredOn(seen -> seen.writer() == 2).hasSize(128);
        assertThat(delivered.sequences(1)).isEqualTo(sequence(3072));
        assertThat(delivered.sequences(2)).isEqualTo(sequence(128));
    }

    @Test
    void whatCatchesUpIsDeliveredAfterTheRecordsOfOtherThreads() throws InterruptedException {
        Semaphore delivery = new Semaphore(0);
        delivered.inside(delivery::acquireUninterruptibly);
        RecordBuffer buffer = lossless(1 << 16, ON_REQUEST);
        write(buffer, 64, 2 * 1024);
        delivered.awaitCount(1024);
        WriterThread slow = new WriterThread(2);
        slow.write(buffer, 64, 0);
        for (int i = 0; i < 1024; i++) writer.write(buffer, 64, 2048 + i);
        slow.write(buffer, 64, 1);
        buffer.catchUp(slow.block);
        slow.write(buffer, 64, 2);
        delivery.release(10);
        buffer.flush();
        List<Delivered.Seen> all = delivered.seen();
        int last = all.indexOf(new Delivered.Seen(1, 3071, 64, WriterThread.KIND, 1));
        int before = all.indexOf(new Delivered.Seen(2, 1, 64, WriterThread.KIND, 1));
        int after = all.indexOf(new Delivered.Seen(2, 2, 64, WriterThread.KIND, 1));
        assertThat(before).isLessThan(last);
        assertThat(after).isGreaterThan(last);
        assertThat(delivered.sequences(2)).isEqualTo(sequence(3));
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 1 << 14, 1 << 20})
    void aFlushOfAnEmptyBufferCallsNobody(long size) {
        RecordBuffer buffer = lossless(size, ON_REQUEST);
        assertThat(buffer.flush()).isTrue();
        assertThat(delivered.deliveries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 64, 128})
    void theWatermarkAsksForDelivery(long watermark) throws InterruptedException {
        RecordBuffer buffer = lossless(4096, watermark);
        write(buffer, 64, 2);
        delivered.awaitCount(watermark == 128 ? 2 : 1);
    }

    /// The watermark is unsigned, like `SIZE_MAX` of a C tool.
    @ParameterizedTest
    @ValueSource(longs = {4096, 1 << 14, 1 << 20})
    void aWatermarkAboveTheSizeAsksForNothing(long size) {
        RecordBuffer buffer = lossless(size, -1);
        RecordBuffer other = lossless(4096, 0);
        write(buffer, 64, (int) (size / 64 / 2));
        assertThat(other.flush()).isTrue(); // the same thread: earlier requests are complete
        assertThat(delivered.deliveries()).isZero();
    }

    @Test
    void belowTheWatermarkNothingIsDelivered() {
        RecordBuffer buffer = lossless(4096, 129);
        RecordBuffer other = lossless(4096, 0);
        write(buffer, 64, 2);
        assertThat(other.flush()).isTrue(); // the same thread: earlier requests are complete
        assertThat(delivered.deliveries()).isZero();
    }

    @Test
    void aLargeBufferDeliversWhenItsWatermarkIsReached() throws InterruptedException {
        RecordBuffer buffer = lossless(1 << 20, 1 << 19);
        write(buffer, 64, (1 << 19) / 64);
        delivered.awaitCount(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 8192, 1 << 20})
    void recordsOfAllSizesKeepTheirOrderAcrossTheEnd(long size) {
        RecordBuffer buffer = lossless(size, size);
        int[] sizes = {64, 72, 96, 184, 32, 176, 40, 4000, 88, 24};
        int records = (int) (size / 20);
        for (int i = 0; i < records; i++) writer.write(buffer, sizes[i % sizes.length] + 8, i);
        buffer.flush();
        assertThat(delivered.sequences(1)).isEqualTo(sequence(records));
        assertThat(buffer.dropCount()).isZero();
    }

    @Test
    void aRecordLargerThanTheBufferIsDroppedAndCounted() {
        RecordBuffer buffer = lossless(4096, ON_REQUEST);
        assertThat(writer.write(buffer, 4104, 0)).isFalse();
        assertThat(writer.write(buffer, 4096, 1)).isTrue();
        buffer.flush();
        assertThat(delivered.sequences(1)).containsExactly(1L);
        assertThat(buffer.dropCount()).isEqualTo(1);
    }

    /// Which is larger than a stretch of such a buffer.
    @Test
    void aRecordOfAToolThatAppendsMayBeAsLargeAsItsSmallBuffer() {
        RecordBuffer buffer = lossless(1 << 14, ON_REQUEST);
        assertThat(buffer).isInstanceOf(StretchedBuffer.class);
        RecordBuffer own = RecordBuffer.delivering(2, 1 << 14, ON_REQUEST, true, delivered.appending(), thread);
        assertThat(writer.write(own, 1 << 14, 0)).isTrue();
        own.flush();
        assertThat(delivered.sequences(1)).containsExactly(0L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1 << 14, 1 << 16})
    void writersOfABufferAddHalvesBeforeTheyWait(long size) throws InterruptedException {
        Semaphore delivery = new Semaphore(0);
        delivered.inside(delivery::acquireUninterruptibly);
        RecordBuffer buffer = lossless(size, ON_REQUEST);
        int records = (int) (size / 64) * DeliveredBuffer.MAX_SPREAD;
        write(buffer, 64, records);
        Thread last = new Thread(() -> writer.write(buffer, 64, records));
        last.start();
        while (last.getState() != Thread.State.TIMED_WAITING) Thread.onSpinWait();
        delivery.release(100);
        last.join();
        buffer.flush();
        assertThat(delivered.sequences(1)).isEqualTo(sequence(records + 1));
        assertThat(delivered.deliveries()).isEqualTo(DeliveredBuffer.MAX_SPREAD + 1);
    }

    @Test
    void aCallbackThatFillsItsOwnBufferIsNotHeldUp() {
        RecordBuffer[] buffer = new RecordBuffer[1];
        WriterThread inner = new WriterThread(2);
        delivered.inside(() -> {
            if (delivered.deliveries() > 1) return;
            for (int i = 0; i < 200; i++) inner.write(buffer[0], 64, i);
        });
        buffer[0] = lossless(4096, ON_REQUEST);
        write(buffer[0], 64, 10);
        buffer[0].flush();
        buffer[0].flush();
        assertThat(delivered.sequences(2)).isEqualTo(sequence(200));
        assertThat(buffer[0].dropCount()).isZero();
    }

    @Test
    void aCallbackCannotFlushOrDestroyItsOwnBuffer() {
        RecordBuffer[] buffer = new RecordBuffer[1];
        List<Boolean> answers = new ArrayList<>();
        delivered.inside(() -> {
            answers.add(buffer[0].flush());
            answers.add(buffer[0].destroy());
        });
        buffer[0] = lossless(4096, ON_REQUEST);
        write(buffer[0], 64, 1);
        assertThat(buffer[0].flush()).isTrue();
        assertThat(answers).containsExactly(false, false);
    }

    @Test
    void aCallbackFlushesOtherBuffersOfItsOwnAndOfOtherThreads() {
        DeliveryThread second = started("test-callback-2");
        Delivered inner = new Delivered();
        RecordBuffer same = RecordBuffer.delivering(2, 4096, ON_REQUEST, true, inner, thread);
        RecordBuffer other = RecordBuffer.delivering(3, 4096, ON_REQUEST, true, inner, second);
        delivered.inside(() -> {
            assertThat(same.flush()).isTrue();
            assertThat(other.flush()).isTrue();
        });
        RecordBuffer buffer = lossless(4096, ON_REQUEST);
        writer.write(same, 64, 1);
        writer.write(other, 64, 2);
        writer.write(buffer, 64, 3);
        buffer.flush();
        assertThat(inner.sequences(1)).containsExactly(1L, 2L);
        second.stop(10_000);
    }

    @Test
    void callbacksThatFlushEachOthersBuffersDoNotDeadlock() throws InterruptedException {
        DeliveryThread second = started("test-callback-2");
        RecordBuffer[] pair = new RecordBuffer[2];
        Delivered other = new Delivered().inside(() -> pair[0].flush());
        delivered.inside(() -> pair[1].flush());
        pair[0] = lossless(4096, 0);
        pair[1] = RecordBuffer.delivering(2, 4096, 0, true, other, second);
        for (int i = 0; i < 500; i++) {
            writer.write(pair[0], 64, i);
            writer.write(pair[1], 64, i);
        }
        delivered.awaitCount(500);
        other.awaitCount(500);
        second.stop(10_000);
    }

    @Test
    void aCallbackThatThrowsIsCalledAgain() {
        delivered.inside(() -> {
            throw new IllegalStateException("from a test");
        });
        RecordBuffer buffer = lossless(4096, ON_REQUEST);
        for (int i = 0; i < 3; i++) {
            writer.write(buffer, 64, i);
            assertThat(buffer.flush()).isTrue();
        }
        assertThat(delivered.sequences(1)).isEqualTo(sequence(3));
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 1 << 14, 1 << 20})
    void aDestroyedBufferDropsAndCounts(long size) {
        RecordBuffer buffer = lossless(size, ON_REQUEST);
        write(buffer, 64, 3);
        assertThat(buffer.destroy()).isTrue();
        assertThat(writer.write(buffer, 64, 4)).isFalse();
        assertThat(new WriterThread(2).write(buffer, 64, 4)).isFalse();
        assertThat(buffer.flush()).isFalse();
        assertThat(buffer.destroy()).isTrue();
        assertThat(buffer.dropCount()).isEqualTo(5);
        assertThat(delivered.deliveries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 1 << 14, 1 << 20})
    void aWriterThatNeverCommitsCostsItsOwnRecordsOnly(long size) {
        BufferSettings settings = new BufferSettings(1, size, size, true, delivered, thread, 1_000_000);
        RecordBuffer buffer = DeliveredBuffer.create(settings, 0);
        write(buffer, 64, 2);
        assertThat(buffer.claim(writer.block, 64)).isNotZero();
        writer.write(buffer, 64, 8);
        buffer.flush();
        writer.write(buffer, 64, 9);
        buffer.flush();
        assertThat(delivered.sequences(1)).containsExactly(0L, 1L, 9L);
        assertThat(buffer.dropCount()).isEqualTo(2);
    }

    @Test
    void aStoppedThreadReleasesEveryone() {
        thread.stop(10_000);
        RecordBuffer buffer = lossless(4096, 4096);
        write(buffer, 64, 200);
        assertThat(buffer.flush()).isFalse();
        assertThat(buffer.dropCount()).isEqualTo(200 - 128);
    }

    @Test
    void waitingForRoomKeepsTheInterruptOfTheProgram() throws InterruptedException {
        RecordBuffer buffer = lossless(4096, 4096);
        Thread program = new Thread(() -> {
            Thread.currentThread().interrupt();
            write(buffer, 64, 1000);
            if (Thread.currentThread().isInterrupted()) writer.write(buffer, 64, 1000);
        });
        program.start();
        program.join();
        buffer.flush();
        assertThat(delivered.sequences(1)).isEqualTo(sequence(1001));
    }

    private RecordBuffer lossless(long size, long watermark) {
        return RecordBuffer.delivering(1, size, watermark, true, delivered, thread);
    }

    private RecordBuffer discarding(long size, long watermark) {
        return RecordBuffer.delivering(1, size, watermark, false, delivered, thread);
    }

    private void write(RecordBuffer buffer, int size, int records) {
        for (int i = 0; i < records; i++) writer.write(buffer, size, i);
    }

    private static DeliveryThread started(String name) {
        DeliveryThread thread = new DeliveryThread(name);
        thread.start();
        return thread;
    }

    private static List<Long> sequence(int records) {
        return LongStream.range(0, records).boxed().toList();
    }

    @Test
    void recordsAreDeliveredAtIntervalsWithoutARequest() {
        RecordBuffer buffer = lossless(1 << 20, ON_REQUEST);
        ((DeliveredBuffer) buffer).deliverEvery(1);
        for (int round = 1; round <= 3; round++) {
            write(buffer, 64, 10);
            while (delivered.count() < 10 * round) Thread.onSpinWait();
        }
        assertThat(delivered.deliveries()).isBetween(3, 30);
    }
}
