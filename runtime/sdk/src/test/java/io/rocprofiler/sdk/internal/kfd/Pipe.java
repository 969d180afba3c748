package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.sdk.internal.seam.CLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A pipe in place of a file of the driver's.
record Pipe(CLibrary c, int output, int input) {
    // of Linux's asm-generic/fcntl.h
    private static final int O_CLOEXEC = 0x8_0000;
    private static final int O_NONBLOCK = 0x800;
    static final int F_GETFD = 1;

    static Pipe make(CLibrary c) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, 2);
            assertThat((int) c.call(c.find("pipe2"), ends.address(), O_CLOEXEC | O_NONBLOCK, 0))
                    .isZero();
            return new Pipe(c, ends.getAtIndex(ValueLayout.JAVA_INT, 0), ends.getAtIndex(ValueLayout.JAVA_INT, 1));
        }
    }

    void put(String text) {
        try (Arena arena = Arena.ofConfined()) {
            long bytes = arena.allocateFrom(text).address();
            assertThat(c.call(c.find("write"), input, bytes, text.length())).isEqualTo(text.length());
        }
    }

    void closeInput() {
        c.call(c.find("close"), input, 0, 0);
    }

    static boolean isOpen(CLibrary c, int fd) {
        return (int) c.call(c.find("fcntl"), fd, F_GETFD, 0) != -1;
    }
}
