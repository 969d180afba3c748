package io.rocprofiler.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/// The page in which `busy` logs each call that has returned, for each of its threads.
public final class Progress {
    private static final String[] FUNCTIONS = {
        "hipGetDevice", "hipMalloc", "hipMemset", "hipFree", "mark", "hsa_status_string"
    };
    private static final int THREADS = 2;
    private static final int THREAD_BYTES = 8 * (2 + FUNCTIONS.length);

    private final MappedByteBuffer page;

    public Progress(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            page = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
            page.order(ByteOrder.nativeOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long pid() {
        return page.getLong(0);
    }

    public long total() {
        return returned().values().stream().mapToLong(Long::longValue).sum();
    }

    /// Returns the counts by function and thread id.
    public Map<String, Long> returned() {
        Map<String, Long> counts = new TreeMap<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int at = thread * THREAD_BYTES;
            for (int i = 0; i < FUNCTIONS.length; i++)
                counts.put(FUNCTIONS[i] + " " + page.getLong(at + 8), page.getLong(at + 16 + 8 * i));
        }
        return counts;
    }
}
