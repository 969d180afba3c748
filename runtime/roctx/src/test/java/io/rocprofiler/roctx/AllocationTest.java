package io.rocprofiler.roctx;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/// Measures the allocations caused by markers.
final class AllocationTest {
    private static final int CALLS = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void nothing_is_allocated_while_nobody_listens() {
        try (FakeLibrary library = new FakeLibrary()) {
            library.listen(false);
            assertThat(bytesOf(() -> everything(library.markers))).isLessThan(CALLS / 10);
        }
        assertThat(bytesOf(() -> everything(new Markers(Library.NONE)))).isLessThan(CALLS / 10);
    }

    @Test
    void a_message_that_repeats_is_found_without_garbage() {
        Strings strings = new Strings(java.lang.foreign.Arena.ofAuto());
        assertThat(bytesOf(() -> {
                    for (int i = 0; i < CALLS; i++) strings.find("epoch");
                }))
                .isLessThan(CALLS / 10);
    }

    private static void everything(Markers markers) {
        for (int i = 0; i < CALLS; i++) {
            markers.mark("mark");
            try (Range _ = markers.range("range")) {
                markers.push("push");
                markers.pop();
                markers.stop(markers.start("start"));
            }
        }
    }

    /// Measures the second run; the first one includes one-time allocations.
    private static long bytesOf(Runnable work) {
        work.run();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
