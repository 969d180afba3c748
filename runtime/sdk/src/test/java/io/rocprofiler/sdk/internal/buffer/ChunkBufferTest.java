package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentStretch;
import io.rocprofiler.abi.internal.SegmentTotals;
import io.rocprofiler.sdk.ChunkSource;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Reads the memory back as a reader of the file would.
class ChunkBufferTest {
    private static final long CHUNK = 4L * SegmentConstants.DEFAULT_STRETCH_SIZE;
    private static final int PER_STRETCH = (SegmentConstants.DEFAULT_STRETCH_SIZE - SegmentStretch.SIZEOF) / 64;

    private final Chunks chunks = new Chunks();
    private final WriterThread writer = new WriterThread(1);
    private final FakeSealer sealer = new FakeSealer();

    @Test
    void nothingIsTakenBeforeItIsNeeded() {
        RecordBuffer.chunked(1, chunks, sealer);
        assertThat(chunks.given).isEmpty();
    }

    @Test
    void recordsLieBackToBackInStretchesOfTheirThread() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        WriterThread other = new WriterThread(2);
        for (int i = 0; i < 3; i++) {
            writer.write(buffer, 64, i);
            other.write(buffer, 176, 10 + i);
        }
        assertThat(chunks.stretches())
                .containsExactly(
                        new Stretch(1001, 3 * 64, 3, 0, List.of(0L, 1L, 2L)),
                        new Stretch(1002, 3 * 176, 3, 0, List.of(10L, 11L, 12L)));
    }

    @Test
    void aFullStretchIsFollowedByAnotherAndAFullChunkToo() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        int records = 5 * PER_STRETCH + 1;
        for (int i = 0; i < records; i++) writer.write(buffer, 64, i);
        assertThat(chunks.given).hasSize(2);
        assertThat(chunks.stretches()).hasSize(6).allMatch(stretch -> stretch.tid() == 1001);
        assertThat(chunks.stretches().stream().mapToLong(Stretch::submitted).sum())
                .isEqualTo(records);
        assertThat(chunks.stretches().stream()
                        .mapToLong(stretch -> stretch.sequences().size())
                        .sum())
                .isEqualTo(records);
    }

    @Test
    void aClaimedRecordIsNotThereUntilItIsCommitted() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        buffer.submitted(writer.block);
        long address = buffer.claim(writer.block, 64);
        assertThat(chunks.stretches()).containsExactly(new Stretch(1001, 64, 1, 0, List.of()));
        writer.fill(address, 7);
        buffer.commit(address, 64);
        assertThat(chunks.stretches()).containsExactly(new Stretch(1001, 64, 1, 0, List.of(7L)));
    }

    @Test
    void withoutMemoryRecordsAreDroppedAndCountedInTheStretchAndInAll() {
        chunks.limit = 1;
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        int records = 4 * PER_STRETCH + 5;
        for (int i = 0; i < records; i++) writer.write(buffer, 64, i);
        WriterThread late = new WriterThread(2);
        assertThat(late.write(buffer, 64, 0)).isFalse();
        assertThat(buffer.dropCount()).isEqualTo(6);
        assertThat(chunks.stretches().getLast().dropped()).isEqualTo(5);
        assertThat(chunks.stretches().stream().mapToLong(Stretch::submitted).sum())
                .isEqualTo(records);
        assertThat(chunks.total(SegmentTotals.STRETCHES)).isEqualTo(4);
        assertThat(chunks.total(SegmentTotals.SUBMITTED)).isEqualTo(1);
        assertThat(chunks.total(SegmentTotals.DROPPED)).isEqualTo(1);
    }

    @Test
    void aNoteIsNotSubmittedAndItsLossIsCountedApart() {
        chunks.limit = 1;
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        int notes = 4 * PER_STRETCH + 5;
        for (int i = 0; i < notes; i++) {
            long address = buffer.claimNote(writer.block, 64);
            if (address != 0) buffer.commit(address, 64);
        }
        assertThat(chunks.stretches()).allMatch(stretch -> stretch.submitted() == 0 && stretch.dropped() == 0);
        assertThat(chunks.total(SegmentTotals.NOTES_DROPPED)).isEqualTo(5);
        assertThat(chunks.total(SegmentTotals.DROPPED)).isZero();
    }

    @Test
    void aStretchIsHandedOverForSealingWhenItsThreadGoesOnToTheNext() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        for (int i = 0; i < 2 * PER_STRETCH; i++) writer.write(buffer, 64, i);
        long first = chunks.given.getFirst().address();
        assertThat(sealer.full).containsExactly(first);
        writer.write(buffer, 64, 0);
        assertThat(sealer.full).containsExactly(first, first + SegmentConstants.DEFAULT_STRETCH_SIZE);
        buffer.sealFull();
        assertThat(sealer.full).isEmpty();
        assertThat(sealer.sealed).isEmpty();
    }

    @Test
    void aRecordLargerThanAStretchIsDroppedAndTheStretchGoesOn() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        writer.write(buffer, 64, 1);
        assertThat(writer.write(buffer, SegmentConstants.DEFAULT_STRETCH_SIZE, 2))
                .isFalse();
        writer.write(buffer, 64, 3);
        assertThat(chunks.stretches()).containsExactly(new Stretch(1001, 128, 3, 1, List.of(1L, 3L)));
    }

    @Test
    void aSourceThatThrowsHasNoMemory() {
        RecordBuffer buffer = RecordBuffer.chunked(
                1,
                () -> {
                    throw new IllegalStateException("from a test");
                },
                sealer);
        assertThat(writer.write(buffer, 64, 1)).isFalse();
        assertThat(buffer.dropCount()).isEqualTo(1);
    }

    @Test
    void aSourceThatIsTracedItselfDoesNotRecurse() {
        RecordBuffer[] buffer = new RecordBuffer[1];
        List<Boolean> inner = new ArrayList<>();
        buffer[0] = RecordBuffer.chunked(
                1,
                () -> {
                    inner.add(writer.write(buffer[0], 64, 0));
                    return chunks.next();
                },
                sealer);
        assertThat(writer.write(buffer[0], 64, 1)).isTrue();
        assertThat(inner).containsExactly(false);
    }

    @Test
    void aFlushSealsAndOnceDestroyedItGivesNoMoreStretches() {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        assertThat(buffer.flush()).isTrue();
        assertThat(sealer.sealed).containsExactly(((ChunkBuffer) buffer).index());
        assertThat(buffer.destroy()).isTrue();
        assertThat(writer.write(buffer, 64, 1)).isFalse();
    }

    @Test
    void manyThreadsWriteWithoutMeeting() throws InterruptedException {
        RecordBuffer buffer = RecordBuffer.chunked(1, chunks, sealer);
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            WriterThread mine = new WriterThread(number);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 10_000; i++) mine.write(buffer, 64 + i % 3 * 8, i);
            }));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        for (int number = 0; number < 8; number++) {
            long tid = 1000L + number;
            List<Long> sequences = new ArrayList<>();
            for (Stretch stretch : chunks.stretches()) {
                if (stretch.tid() == tid) sequences.addAll(stretch.sequences());
            }
            assertThat(sequences).hasSize(10_000).isSorted().doesNotHaveDuplicates();
        }
    }

    private static final class FakeSealer implements Sealer {
        final List<Long> full = new ArrayList<>();
        final List<Integer> sealed = new ArrayList<>();

        @Override
        public synchronized void full(long stretch) {
            full.add(stretch);
        }

        @Override
        public synchronized void seal(int index) {
            sealed.add(index);
        }

        @Override
        public synchronized void sealFull() {
            full.clear();
        }
    }

    private record Stretch(long tid, long used, long submitted, long dropped, List<Long> sequences) {}

    private static final class Chunks implements ChunkSource {
        final List<MemorySegment> given = new ArrayList<>();
        final MemorySegment totals = Arena.ofAuto().allocate(SegmentTotals.SIZEOF, Long.BYTES);
        int limit = Integer.MAX_VALUE;

        @Override
        public MemorySegment totals() {
            return totals;
        }

        long total(int counter) {
            return Memory.getLong(totals.address() + counter);
        }

        @Override
        public @Nullable MemorySegment next() {
            if (given.size() == limit) return null;
            MemorySegment chunk = Arena.ofAuto().allocate(CHUNK, 4096);
            given.add(chunk);
            return chunk;
        }

        List<Stretch> stretches() {
            List<Stretch> result = new ArrayList<>();
            for (MemorySegment chunk : given) {
                for (long at = 0; at < CHUNK; at += SegmentConstants.DEFAULT_STRETCH_SIZE) {
                    long stretch = chunk.address() + at;
                    if (Memory.getLong(stretch + SegmentStretch.TID) != 0) result.add(read(stretch));
                }
            }
            return result;
        }

        private static Stretch read(long stretch) {
            List<Long> sequences = new ArrayList<>();
            long used = Memory.getLong(stretch + SegmentStretch.USED);
            long records = stretch + SegmentStretch.SIZEOF;
            long at = 0;
            while (at < used && Memory.getLong(records + at) != 0) {
                sequences.add(Memory.getLong(records + at + WriterThread.SEQUENCE));
                at += Memory.getLong(records + at);
            }
            return new Stretch(
                    Memory.getLong(stretch + SegmentStretch.TID),
                    used,
                    Memory.getLong(stretch + SegmentStretch.SUBMITTED),
                    Memory.getLong(stretch + SegmentStretch.DROPPED),
                    sequences);
        }
    }
}
