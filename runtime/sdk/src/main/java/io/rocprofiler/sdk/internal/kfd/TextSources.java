package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.sdk.internal.seam.CLibrary;
import io.rocprofiler.sdk.internal.seam.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;

/// Open files from which text comes at any time. One thread waits for all of them.
///
/// Why a C function failed is unknown here: the JVM may change `errno` before Java reads it, and a downcall handle
/// that saves it takes 50 ms to create. A failed wait or read is therefore repeated, as after a signal; a file that
/// has an error, or whose reads keep failing, has ended.
final class TextSources {
    private static final int MOST_SOURCES = 128;

    /// Reads of one source that fail in a row before it counts as ended.
    private static final int MOST_FAILURES = 16;

    private static final long PAUSE_NANOS = 1_000_000;

    // struct pollfd, from Linux's `asm-generic/poll.h`: { int fd; short events; short revents; }
    private static final int POLLFD_SIZEOF = 8;

    private static final int EVENTS_SHIFT = 32;
    private static final int REVENTS = 6;
    private static final int POLLIN = 1;
    private static final int ANY_TIME = -1;

    /// From Linux's `eventfd.h`; they are the flags of `open` in `asm-generic/fcntl.h`.
    private static final int EFD_CLOEXEC = 0x8_0000;

    private static final int EFD_NONBLOCK = 0x800;

    private final CLibrary c;
    private final long poll;
    private final long read;
    private final long write;
    private final long close;
    private final long eventfd;

    /// A `pollfd` for the stop event, and one for each source after it. Kept until the process exits, as the thread
    /// that waits in it may be.
    private final long waits =
            Arena.global().allocate(ValueLayout.JAVA_LONG, MOST_SOURCES + 1L).address();

    private final int[] failures = new int[MOST_SOURCES];
    private int count;
    private int lastServed = -1;
    private int stopEvent = -1;
    private volatile boolean stopped;

    TextSources(CLibrary c) {
        this.c = c;
        poll = c.find("poll");
        read = c.find("read");
        write = c.find("write");
        close = c.find("close");
        eventfd = c.find("eventfd");
    }

    /// Adds one more source, which is closed at the end. Before [#next].
    ///
    /// @return false if there are too many
    boolean add(int fd) {
        if (count == MOST_SOURCES) return false;
        await(source(count++), fd);
        return true;
    }

    /// Waits until a source has text and reads it. After [#stop], text already in the sources is still read, but
    /// without waiting. When that is over, or all sources have ended, they are closed. Thread rule: one thread.
    ///
    /// @return as of [KfdDevice#next]
    long next(long text, int capacity) {
        boolean over = false;
        while (true) {
            long found = readyText(text, capacity);
            if (found != 0) return found;
            if (over || !anyLeft()) break;
            over = stopped;
            waitForText(over);
        }
        closeAll();
        return 0;
    }

    /// Ends present and future waits. Thread rule: any thread.
    void stop() {
        stopped = true;
        try (Arena arena = Arena.ofConfined()) {
            c.call(
                    write,
                    stopEvent(),
                    arena.allocateFrom(ValueLayout.JAVA_LONG, 1).address(),
                    Long.BYTES);
        }
    }

    /// The event that ends a wait. It is never closed, so that it outlives the thread that waits.
    private synchronized int stopEvent() {
        if (stopEvent < 0) stopEvent = (int) c.call(eventfd, 0, EFD_CLOEXEC | EFD_NONBLOCK, 0);
        return stopEvent;
    }

    private void waitForText(boolean over) {
        await(waits, stopEvent());
        if ((int) c.call(poll, waits, count + 1L, over ? 0 : ANY_TIME) < 0) LockSupport.parkNanos(PAUSE_NANOS);
    }

    /// Reads from a source that the last wait has found, or returns 0. Round robin, so that one GPU with many events
    /// does not starve the others.
    private long readyText(long text, int capacity) {
        for (int step = 1; step <= count; step++) {
            int i = (lastServed + step) % count;
            int events = takeEvents(i);
            if (fd(i) < 0 || events == 0) continue;
            int bytes = read(i, events, text, capacity);
            if (bytes <= 0) continue;
            lastServed = i;
            return (long) i << Integer.SIZE | bytes;
        }
        return 0;
    }

    private int read(int i, int events, long text, int capacity) {
        int bytes = (int) c.call(read, fd(i), text, capacity);
        if (bytes > 0) failures[i] = 0;
        else if (bytes == 0 || (events & POLLIN) == 0 || ++failures[i] == MOST_FAILURES) close(i);
        return bytes;
    }

    private int takeEvents(int i) {
        int events = Memory.getShort(source(i) + REVENTS);
        await(source(i), fd(i));
        return events;
    }

    private boolean anyLeft() {
        for (int i = 0; i < count; i++) {
            if (fd(i) >= 0) return true;
        }
        return false;
    }

    private void closeAll() {
        for (int i = 0; i < count; i++) {
            if (fd(i) >= 0) close(i);
        }
        count = 0;
    }

    private void close(int i) {
        c.call(close, fd(i), 0, 0);
        await(source(i), -1);
    }

    private long source(int i) {
        return waits + (i + 1L) * POLLFD_SIZEOF;
    }

    private int fd(int i) {
        return Memory.getInt(source(i));
    }

    /// Fills a `pollfd`; `poll` passes over a negative file.
    private static void await(long pollfd, int fd) {
        Memory.putLong(pollfd, (long) POLLIN << EVENTS_SHIFT | Integer.toUnsignedLong(fd));
    }
}
