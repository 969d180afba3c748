package io.rocprofiler.roctracer;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Calls from C into Java. The only class that creates upcall stubs: four, with one signature, `uint64_t
/// (*)(uint64_t, uint64_t, uint64_t, uint64_t)`. The C function types have fewer or narrower arguments, whose upper
/// halves are undefined, and no result.
///
/// A guard catches everything that a method throws: a Throwable that left a stub would end the process.
final class Upcalls {
    private static final FunctionDescriptor SHAPE = FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodType TYPE =
            MethodType.methodType(long.class, long.class, long.class, long.class, long.class);

    /// void (*activity_rtapi_callback_t)(uint32_t domain, uint32_t cid, const void* data, void* arg)
    static final long CALLBACK = stub("callback");

    /// void (*roctracer_buffer_callback_t)(const char* begin, const char* end, void* arg)
    static final long RECORDS = stub("records");

    /// void (*roctracer_start_cb_t)(void)
    static final long STARTED = stub("started");

    /// void (*roctracer_stop_cb_t)(void)
    static final long STOPPED = stub("stopped");

    private Upcalls() {}

    @SuppressWarnings("unused") // found by name
    private static long callback(long domain, long op, long data, long argument) {
        Callbacks.dispatch((int) domain, (int) op, data);
        return 0;
    }

    @SuppressWarnings("unused") // found by name
    private static long records(long begin, long end, long pool, long nothing) {
        Pool.deliver(begin, end, pool);
        return 0;
    }

    @SuppressWarnings("unused") // found by name
    private static long started(long a0, long a1, long a2, long a3) {
        Switch.started();
        return 0;
    }

    @SuppressWarnings("unused") // found by name
    private static long stopped(long a0, long a1, long a2, long a3) {
        Switch.stopped();
        return 0;
    }

    @SuppressWarnings("unused") // found by name
    private static long caught(Throwable failure) {
        try {
            HandlerFailures.report(failure);
        } catch (Throwable ignored) {
            return 0; // out of memory or stack: nothing can be reported
        }
        return 0;
    }

    /// Returns a guarded stub: long guarded(long a, long b, long c, long d) { try { return name(a, b, c, d); }
    /// catch (Throwable t) { return caught(t); } }
    private static long stub(String name) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle body = lookup.findStatic(Upcalls.class, name, TYPE); // (long, long, long, long) long
            MethodHandle caught = lookup.findStatic(
                    Upcalls.class, "caught", MethodType.methodType(long.class, Throwable.class)); // (Throwable) long
            MethodHandle guarded =
                    MethodHandles.catchException(body, Throwable.class, caught); // (long, long, long, long) long
            // Lifetime: until the process exits, because C may call the stubs at any time.
            return Linker.nativeLinker()
                    .upcallStub(guarded, SHAPE, Arena.global())
                    .address();
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(name, impossible);
        }
    }
}
