package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// Calls C. The only class that creates a downcall handle.
///
/// One signature serves all functions, which take up to two integers or addresses: functions ignore argument
/// registers that they do not have, and the upper half of a register with an `int` (x86-64 System V ABI). roctracer
/// has the same class, because this module depends on none of our other modules.
///
/// Thread rule: any thread. Its initialization throws [IllegalCallerException] if the JVM denies native access.
final class Native {
    private static final Linker LINKER = Linker.nativeLinker();

    // uint64_t (*)(uint64_t, uint64_t)
    private static final MethodHandle CALL = LINKER.downcallHandle(
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

    // dlfcn.h of Linux
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_NOLOAD = 4;

    // MAX_ARG_STRLEN of the kernel
    private static final long MAX_VARIABLE_BYTES = 1 << 17;

    private Native() {}

    /// Calls a function, which must not be null.
    static long call(MemorySegment function, long a0, long a1) {
        try {
            return (long) CALL.invokeExact(function, a0, a1);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static MemorySegment standard(String name) {
        return LINKER.defaultLookup().find(name).orElseThrow();
    }

    /// Returns a handle of a library that the process has loaded, 0 if it has not.
    static long loaded(String name) {
        return open(name, RTLD_LAZY | RTLD_NOLOAD);
    }

    /// Loads a library until the process exits. Returns 0 on failure.
    static long load(String nameOrPath) {
        return open(nameOrPath, RTLD_LAZY);
    }

    /// Returns an environment variable; null if it is unset, or if the process has more privileges than the user
    /// who started it: the libraries that the variable names must not be loaded then.
    static @Nullable String variable(String name) {
        try (Arena arena = Arena.ofConfined()) {
            long value =
                    call(standard("secure_getenv"), arena.allocateFrom(name).address(), 0);
            return value == 0
                    ? null
                    : MemorySegment.ofAddress(value)
                            .reinterpret(MAX_VARIABLE_BYTES)
                            .getString(0);
        }
    }

    // void* dlopen(const char* filename, int flags)
    private static long open(String name, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return call(standard("dlopen"), arena.allocateFrom(name).address(), flags);
        }
    }

    // void* dlsym(void* handle, const char* symbol)
    static long symbol(long library, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return call(standard("dlsym"), library, arena.allocateFrom(name).address());
        }
    }
}
