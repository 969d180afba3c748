package io.rocprofiler.sdk.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// The ways from C into the engine, and the only class that makes upcall stubs.
///
/// All have one shape, `uint64_t (*)(uint64_t, uint64_t)`, and one guard: whatever a method throws, the stub returns
/// its
/// fallback. A Throwable that left a stub would end the host process.
final class Upcalls {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodType TYPE = MethodType.methodType(long.class, long.class, long.class);

    // long caught(long, Throwable)
    private static final MethodHandle CAUGHT;

    static {
        try {
            MethodType type = MethodType.methodType(long.class, long.class, Throwable.class);
            CAUGHT = MethodHandles.lookup().findStatic(Upcalls.class, "caught", type);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError("caught", impossible);
        }
    }

    private static volatile boolean reported;

    private Upcalls() {}

    /// What a stub returns when its method threw: an error of ours, which the program must not notice but its user
    /// should
    /// know, once.
    static long caught(long fallback, Throwable failure) {
        try {
            if (!reported) {
                reported = true;
                Messages.warn(
                        "an internal error was contained; the trace may lack events: " + Messages.describe(failure));
            }
        } catch (Throwable ignored) {
            return fallback; // no memory, no stack: there is nothing left to say it with
        }
        return fallback;
    }

    /// Makes a stub for the static method `name` of `owner`, `long name(long, long)`, and returns its address. The stub
    /// lives as long as the process.
    static long stub(MethodHandles.Lookup lookup, String name, long fallback)
            throws NoSuchMethodException, IllegalAccessException {
        // long guarded(long a, long b) { try { return name(a, b); } catch (Throwable t) { return caught(fallback, t); }
        // }
        MethodHandle body = lookup.findStatic(lookup.lookupClass(), name, TYPE); // (long, long) long
        MethodHandle caught = MethodHandles.insertArguments(CAUGHT, 0, fallback); // (Throwable) long
        MethodHandle guarded = MethodHandles.catchException(body, Throwable.class, caught); // (long, long) long
        return Linker.nativeLinker().upcallStub(guarded, SHAPE, Arena.global()).address();
    }
}
