package io.rocprofiler.roctracer;

import io.rocprofiler.abi.RoctracerStatus;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The library `libroctracer64`: its functions by name.
///
/// Thread rule: any thread.
final class Library {
    private static volatile @Nullable Library process;

    private final long handle;
    private final ConcurrentHashMap<String, MemorySegment> functions = new ConcurrentHashMap<>();

    private Library(long handle) {
        this.handle = handle;
    }

    /// Returns the library of this process.
    ///
    /// @throws IllegalStateException if it is not installed, or this JVM denies native access; the message says
    ///     what to do. The next call tries again.
    static Library process() {
        Library known = process;
        if (known != null) return known;
        synchronized (Library.class) {
            if (process == null) process = new Library(InstalledLibrary.open());
            return process;
        }
    }

    long call(String function, long a0, long a1, long a2) {
        return call(function, a0, a1, a2, 0);
    }

    long call(String function, long a0, long a1, long a2, long a3) {
        return Native.call(function(function), a0, a1, a2, a3);
    }

    /// Calls a function that returns a status.
    ///
    /// @throws RoctracerException if the status is not success
    void check(String function, long a0, long a1, long a2, long a3) {
        int status = (int) call(function, a0, a1, a2, a3);
        if (status != 0) throw failure(status);
    }

    /// Converts the calling thread's error to an exception.
    ///
    /// const char* roctracer_error_string(void): for the caller to free
    private RoctracerException failure(int status) {
        RoctracerStatus known = RoctracerStatus.of(status);
        long text = call("roctracer_error_string", 0, 0, 0);
        String message = Memory.string(text);
        Native.free(text);
        return new RoctracerException(
                known == null ? RoctracerStatus.ERROR : known,
                (message == null || message.isEmpty() ? "roctracer" : message.strip()) + ", status " + status);
    }

    private MemorySegment function(String name) {
        MemorySegment known = functions.get(name);
        return known != null ? known : functions.computeIfAbsent(name, this::find);
    }

    private MemorySegment find(String name) {
        long address = Native.symbol(handle, name);
        if (address == 0)
            throw new IllegalStateException("function=" + name + " is missing in " + InstalledLibrary.NAME);
        return MemorySegment.ofAddress(address);
    }
}
