package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.NativeLink;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The fast ways from C into the engine, and the only class that makes upcall stubs.
///
/// All have one shape, `uint64_t (*)(uint64_t, uint64_t)`. Until they are made, C calls the same methods by JNI
/// (`runtime/native/sdk/jni.c`): that is half a microsecond slower, and spares a program that is seldom in Java the
/// making of stubs.
public final class Upcalls {
    private static final FunctionDescriptor SHAPE =
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodType TYPE = MethodType.methodType(long.class, long.class, long.class);

    private static @Nullable Class<?> entries;
    private static boolean linked;
    private static volatile boolean reported;

    private Upcalls() {}

    /// What an entry returns when it threw: an error of ours, which the program must not notice but its user should
    /// know, once.
    public static long caught(long fallback, Throwable failure) {
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

    /// Says where the entries are: static methods `enter`, `exit`, `packets` and `call` that throw nothing. Before
    /// anything else.
    public static void to(Class<?> holder) {
        entries = holder;
    }

    /// Makes the stubs, once. Any thread.
    public static synchronized void link() {
        if (linked) return;
        linked = true;
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.privateLookupIn(Objects.requireNonNull(entries), MethodHandles.lookup());
            Native.linked(NativeLink.ENTER, stub(lookup, "enter"));
            Native.linked(NativeLink.EXIT, stub(lookup, "exit"));
            Native.linked(NativeLink.PACKETS, stub(lookup, "packets"));
            Native.linked(NativeLink.CALL, stub(lookup, "call"));
        } catch (ReflectiveOperationException | RuntimeException | Error failure) {
            if (Native.linked(NativeLink.CALL) == 0) throw new LinkageError("upcalls", failure);
            Messages.warn("calls go the slow way: " + Messages.describe(failure));
        }
    }

    /// Makes the stubs while the program goes on.
    public static void linkInBackground() {
        Thread thread = new Thread(null, Upcalls::link, "rocprofiler upcalls", 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /// A stub for a static method, `long name(long, long)`. It lives as long as the process.
    private static long stub(MethodHandles.Lookup lookup, String name) throws ReflectiveOperationException {
        MethodHandle entry = lookup.findStatic(lookup.lookupClass(), name, TYPE); // (long, long) long
        return Linker.nativeLinker().upcallStub(entry, SHAPE, Arena.global()).address();
    }
}
