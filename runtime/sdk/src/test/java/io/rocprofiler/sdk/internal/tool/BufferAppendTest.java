package io.rocprofiler.sdk.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferRecord;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever a tool appends, the records before and after it are delivered, and rejected records are counted.
final class BufferAppendTest {
    private static final int KIND_AT = 8;
    private static final int VALUE_AT = 16;
    private static final int RECORD_BYTES = 24;

    private final ToolProcess process = new ToolProcess();
    private final List<Long> values = new CopyOnWriteArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>();

    private record TestTool(BufferAppendTest test) implements Tool {
        @Override
        public String name() {
            return "append";
        }

        @Override
        public void initialize(Setup setup) {
            for (long sizeBytes : new long[] {4096, 4 << 20})
                test.buffers.add(setup.buffer()
                        .size(sizeBytes)
                        .handler(batch -> {
                            for (BufferRecord record : batch)
                                test.values.add(record.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, VALUE_AT));
                        })
                        .build());
        }
    }

    @AfterEach
    void end() {
        process.registration.finalizeProcess();
    }

    @Test
    void segmentsOfEveryKindArriveOrAreCountedAndNoOtherRecordIsLost() throws Exception {
        process.register(new TestTool(this));
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            MemorySegment closed;
            try (Arena soon = Arena.ofShared()) {
                closed = record(soon.allocate(RECORD_BYTES, 8));
            }
            MemorySegment[] arrive = {
                record(confined.allocate(RECORD_BYTES, 8)),
                record(shared.allocate(RECORD_BYTES, 8)).asReadOnly(),
                record(shared.allocate(RECORD_BYTES + 8, 8).asSlice(4, RECORD_BYTES)),
                record(MemorySegment.ofArray(new long[3])),
                record(MemorySegment.ofArray(new byte[RECORD_BYTES])),
                record(MemorySegment.ofArray(new byte[RECORD_BYTES + 3])),
                record(MemorySegment.ofArray(new int[6])).asReadOnly(),
            };
            MemorySegment[] refused = {
                closed,
                MemorySegment.NULL,
                MemorySegment.ofArray(new byte[0]),
                MemorySegment.ofArray(new byte[15]),
                MemorySegment.NULL.reinterpret(Long.MAX_VALUE),
                MemorySegment.NULL.reinterpret((1L << 32) + RECORD_BYTES),
                MemorySegment.NULL.reinterpret(Integer.MAX_VALUE),
                anotherThreads(),
            };
            for (Buffer buffer : buffers) sweep(buffer, arrive, refused);
        }
    }

    private void sweep(Buffer buffer, MemorySegment[] arrive, MemorySegment[] refused) {
        values.clear();
        List<Long> expected = new ArrayList<>();
        MemorySegment plain = record(MemorySegment.ofArray(new long[3]));
        long before = buffer.dropCount();
        for (MemorySegment segment : refused) {
            assertThat(buffer.append(segment)).as(segment.toString()).isFalse();
            assertThat(buffer.append(plain)).isTrue();
            expected.add(7L);
        }
        assertThat(buffer.dropCount() - before).isEqualTo(refused.length);
        for (MemorySegment segment : arrive) {
            assertThat(buffer.append(segment)).as(segment.toString()).isTrue();
            expected.add(7L);
        }
        assertThat(buffer.flush()).isTrue();
        assertThat(values).isEqualTo(expected);
    }

    private static MemorySegment anotherThreads() throws InterruptedException {
        List<MemorySegment> made = new CopyOnWriteArrayList<>();
        // Its arena is never closed: its thread has ended.
        Thread thread = new Thread(() -> made.add(record(Arena.ofConfined().allocate(RECORD_BYTES, 8))));
        thread.start();
        thread.join();
        return made.getFirst();
    }

    private static MemorySegment record(MemorySegment segment) {
        segment.set(ValueLayout.JAVA_INT_UNALIGNED, KIND_AT, 1000);
        segment.set(ValueLayout.JAVA_LONG_UNALIGNED, VALUE_AT, 7);
        return segment;
    }
}
