package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.seam.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Many writers against one deliverer. Each writer's records must arrive in its order, once each, or be counted
/// as dropped.
@Timeout(120)
class RecordBufferConcurrencyTest {
    private static final int WRITERS = 8;
    private static final int RECORDS = 20_000;

    private final DeliveryThread thread = new DeliveryThread("test-callback");
    private final Tally tally = new Tally();

    RecordBufferConcurrencyTest() {
        thread.start();
    }

    @AfterEach
    void stopThread() {
        thread.stop(10_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 16_384, 65_536, 1 << 20, 4 << 20})
    void losslessLosesNothingHoweverSlowTheCallback(long size) throws InterruptedException {
        tally.slow = true;
        RecordBuffer buffer = RecordBuffer.delivering(1, size, size / 2, true, tally, thread);
        writeFromAllThreads(buffer);
        assertThat(buffer.flush()).isTrue();
        assertThat(tally.records).isEqualTo((long) WRITERS * RECORDS);
        assertThat(tally.highest).containsOnly(RECORDS - 1L);
        assertThat(tally.outOfOrder).isZero();
        assertThat(buffer.dropCount()).isZero();
    }

    /// Far more threads than stretches and processors, so that most are asleep: each that is not woken costs a tenth of
    /// a second, the limit of a wait.
    @ParameterizedTest
    @ValueSource(longs = {16_384, 65_536})
    void writersThatWaitAreWokenWhenThereIsRoom(long size) throws InterruptedException {
        RecordBuffer buffer =
                RecordBuffer.delivering(1, size, size / 8 * 7, true, (headers, count, drops) -> {}, thread);
        long begin = System.nanoTime();
        assertThat(writeFromAllThreads(buffer, 64)).isEqualTo(64L * RECORDS);
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(buffer.flush()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 65_536, 1 << 20})
    void discardCountsExactlyWhatItDrops(long size) throws InterruptedException {
        tally.slow = true;
        RecordBuffer buffer = RecordBuffer.delivering(1, size, size / 2, false, tally, thread);
        long accepted = writeFromAllThreads(buffer);
        assertThat(buffer.flush()).isTrue();
        assertThat(tally.records).isEqualTo(accepted);
        assertThat(tally.records + buffer.dropCount()).isEqualTo((long) WRITERS * RECORDS);
        assertThat(tally.outOfOrder).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {4096, 16_384, 65_536, 1 << 20})
    void aFlushDeliversEverythingThatWasCompleteBeforeIt(long size) throws InterruptedException {
        RecordBuffer buffer = RecordBuffer.delivering(1, size, size / 2, true, tally, thread);
        AtomicLong progress = new AtomicLong(-1);
        AtomicBoolean enough = new AtomicBoolean();
        Thread program = new Thread(() -> {
            WriterThread writer = new WriterThread(0);
            for (long i = 0; !enough.get(); i++) {
                writer.write(buffer, 64 + (int) (i % 3) * 8, i);
                progress.set(i);
            }
        });
        program.start();
        List<Long> missed = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            long complete = progress.get();
            buffer.flush();
            if (tally.highest[0] < complete) missed.add(complete);
        }
        enough.set(true);
        program.join();
        assertThat(missed).isEmpty();
        assertThat(tally.outOfOrder).isZero();
    }

    /// @return the number of records that were not dropped
    private static long writeFromAllThreads(RecordBuffer buffer) throws InterruptedException {
        return writeFromAllThreads(buffer, WRITERS);
    }

    private static long writeFromAllThreads(RecordBuffer buffer, int writers) throws InterruptedException {
        AtomicLong accepted = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < writers; number++) {
            WriterThread writer = new WriterThread(number);
            threads.add(new Thread(() -> {
                long mine = 0;
                for (int i = 0; i < RECORDS; i++) {
                    if (writer.write(buffer, 64 + i % 4 * 8, i)) mine++;
                }
                accepted.addAndGet(mine);
            }));
        }
        for (Thread program : threads) program.start();
        for (Thread program : threads) program.join();
        return accepted.get();
    }

    /// Counts on the callback thread; read after a flush, which orders it.
    private static final class Tally implements BufferListener {
        final long[] highest = new long[WRITERS];
        boolean slow;
        long records;
        long outOfOrder;

        Tally() {
            Arrays.fill(highest, -1);
        }

        @Override
        public void deliver(long headers, long count, long drops) {
            for (long i = 0; i < count; i++) {
                long record = Memory.getLong(Memory.getLong(headers + 8 * i) + 8);
                int writer = (int) Memory.getLong(record + WriterThread.WRITER);
                long sequence = Memory.getLong(record + WriterThread.SEQUENCE);
                if (sequence <= highest[writer]) outOfOrder++;
                highest[writer] = sequence;
                records++;
            }
            if (slow) LockSupport.parkNanos(20_000);
        }
    }
}
