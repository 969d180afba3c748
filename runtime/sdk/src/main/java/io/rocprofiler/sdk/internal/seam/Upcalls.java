package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeLink;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The fast paths from C into the engine, and the only class that creates upcall stubs.
///
/// All have one signature, `uint64_t (*)(uint64_t, uint64_t)`. Until they exist, C calls the same methods by JNI
/// (`runtime/native/sdk/jvm/jni.c`): that is half a microsecond slower, and spares a program that rarely enters
/// Java the creation of stubs.
public final class Upcalls {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodType TYPE = MethodType.methodType(long.class, long.class, long.class);

    private static @Nullable Class<?> entries;
    private static boolean linked;
    private static volatile boolean reported;

    private Upcalls() {}

    /// Reports an exception of an entry, once, and returns the entry's result for it: the error is the engine's,
    /// and must not affect the program.
    public static long caught(long fallback, Throwable failure) {
        try {
            if (!reported) {
                reported = true;
                Messages.warn(
                        "an internal error was contained; the trace may lack events: " + Messages.describe(failure));
            }
        } catch (Throwable ignored) {
            return fallback; // no memory, no stack: a message is impossible
        }
        return fallback;
    }

    /// Sets the class of the entries: static methods `step` and `call` that throw nothing. Call before any other
    /// method.
    public static void to(Class<?> holder) {
        entries = holder;
    }

    /// Creates the stubs, once. Any thread.
    public static synchronized void link() {
        if (linked) return;
        linked = true;
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(Objects.requireNonNull(entries), MethodHandles.lookup());
            Native.linked(NativeLink.STEP, stub(lookup, "step"));
            Native.linked(NativeLink.CALL, stub(lookup, "call"));
        } catch (ReflectiveOperationException | RuntimeException | Error failure) {
            if (Native.linked(NativeLink.CALL) == 0) throw new LinkageError("upcalls", failure);
            Messages.warn("calls go the slow way: " + Messages.describe(failure));
        }
    }

    /// Creates the stubs while the program continues.
    public static void linkInBackground() {
        Thread thread = new Thread(null, Upcalls::link, "rocprofiler upcalls", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /// Creates a stub for a static method, `long name(long, long)`. It is valid until the process exits.
    private static long stub(MethodHandles.Lookup lookup, String name) throws ReflectiveOperationException {
        MethodHandle entry = lookup.findStatic(lookup.lookupClass(), name, TYPE); // (long, long) long
        return Linker.nativeLinker().upcallStub(entry, SHAPE, Arena.global()).address();
    }
}
