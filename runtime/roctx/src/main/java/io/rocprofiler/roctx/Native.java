package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// The way into C, and the only class that makes a downcall handle.
///
/// One shape serves all functions, which take up to two integers or addresses: registers of arguments that
/// a function does not have mean nothing to it, nor does the upper half of the register with an `int` to us
/// (x86-64 System V ABI). roctracer has the same class: this module depends on no other of ours.
///
/// Thread rule: any thread. Its initialisation throws [IllegalCallerException] where the JVM denies native access.
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
        return LINKER.defaultLookup().findOrThrow(name);
    }

    /// A handle of a library that the process has loaded, 0 if it has not.
    static long loaded(String name) {
        return open(name, RTLD_LAZY | RTLD_NOLOAD);
    }

    /// Loads a library, for ever. 0 if that fails.
    static long load(String nameOrPath) {
        return open(nameOrPath, RTLD_LAZY);
    }

    /// A variable of the environment; null if it is not set, and in a process that has more privileges than
    /// whoever started it: the libraries that it names must not be loaded then.
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
