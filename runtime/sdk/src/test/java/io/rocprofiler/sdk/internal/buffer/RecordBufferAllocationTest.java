package io.rocprofiler.sdk.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordBufferAllocationTest {
    private static final int RECORDS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {65_536, 4 << 20, 0})
    void recordingAllocatesNothing(long size) {
        DeliveryThread thread = new DeliveryThread("test-callback");
        thread.start();
        RecordBuffer buffer = size == 0
                ? RecordBuffer.chunked(1, () -> Arena.global().allocate(4 << 20, 4096), Sealer.NONE)
                : RecordBuffer.delivering(1, size, Long.MAX_VALUE, false, (headers, count, drops) -> {}, thread);
        WriterThread writer = new WriterThread(0);
        write(buffer, writer, RECORDS);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        write(buffer, writer, RECORDS);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        thread.stop(10_000);
        // A chunk buffer occasionally takes a chunk, which is an object each; records must not allocate.
        assertThat(bytes).isLessThan(RECORDS / 10);
    }

    private static void write(RecordBuffer buffer, WriterThread writer, int records) {
        for (int i = 0; i < records; i++) writer.write(buffer, 64, i);
    }
}
