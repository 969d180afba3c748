package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.NativeThread;
import io.rocprofiler.sdk.ChunkFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The way from the engine into C, and the only class with native methods.
///
/// Every C function is reached through two helpers of the native library: `invoke` calls any function of up to six
/// integer arguments, `callback` hands a tool its 64-byte record by value. While such a function runs, its thread
/// counts as outside Java: what it calls of a runtime is traced like any other call.
///
/// They are native methods and not downcall handles: a call costs the same, and a traced program's JVM does not
/// have to generate dozens of classes while the program waits (`docs/adr/0003-where-the-jvm-lives.md`).
///
/// Thread rule: any thread, once [#link(long)] has run.
public final class Native {
    // MAX_ARG_STRLEN of the kernel
    private static final int MAX_VARIABLE_BYTES = 1 << 17;

    /// `dlfcn.h` of Linux.
    private static final int RTLD_LAZY = 1;

    private static final int RTLD_NOLOAD = 4;

    private static long link;

    private Native() {}

    /// Takes over the addresses that the native library offers (`native_link_t`). Called once, at boot.
    public static void link(long address) {
        link = address;
    }

    /// A word of `native_link_t`, by its offset.
    public static long linked(int offset) {
        return Memory.getLong(link + offset);
    }

    /// Where a word of `native_link_t` stands.
    public static long address(int offset) {
        return link + offset;
    }

    /// All of `native_link_t`, by offset divided by eight.
    public static long[] linkWords() {
        return StagedStruct.read(link, NativeLink.SIZEOF / Long.BYTES);
    }

    /// Writes a word of `native_link_t`.
    public static void linked(int offset, long value) {
        Memory.putLongRelease(link + offset, value);
    }

    /// Calls the C function at `function` with integer arguments and returns its integer result.
    ///
    /// @throws ToolFailure if it threw a C++ exception, which has ended there
    public static long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5) {
        long result = invokeNative(function, a0, a1, a2, a3, a4, a5);
        if (result == NativeConstants.THREW) throw new ToolFailure("it threw a C++ exception");
        return result;
    }

    /// Calls a tool's `rocprofiler_callback_tracing_cb_t`. All arguments are addresses.
    public static void callback(long function, long record, long userData, long argument) {
        callbackNative(function, record, userData, argument);
    }

    // uint64_t rpj_invoke(uint64_t (*function)(...), uint64_t a0, .., uint64_t a5)
    private static native long invokeNative(long function, long a0, long a1, long a2, long a3, long a4, long a5);

    // void rpj_callback(void* function, const void* record, void* user_data, void* argument)
    private static native void callbackNative(long function, long record, long userData, long argument);

    /// Puts a map of shutdown hooks in the place of the JVM's own, with all that are in that; does not, and returns
    /// false, if this JVM has none.
    public static native boolean exchangeHooks(IdentityHashMap<Thread, Thread> hooks);

    // --- single functions of the native library -------------------------------------------------------------------

    /// Tells the C half where a kept buffer's memory is, a `native_kept_t`, and which file it is in.
    ///
    /// @return whether C goes on in that file without the engine
    public static boolean keep(int index, long kept, @Nullable ChunkFile file) {
        if (link == 0) return false; // a test's buffer
        long header = file == null ? 0 : file.header().address();
        long path = file == null
                ? 0
                : Arena.global().allocateFrom(file.path().toString()).address();
        return invoke(linked(NativeLink.KEEP), index, kept, header, path, 0, 0) != 0;
    }

    /// Has C give a kept buffer memory.
    public static boolean refill(int index) {
        return link != 0 && invoke(linked(NativeLink.KEEP_REFILL), index, 0, 0, 0, 0, 0) != 0;
    }

    /// Whether all of these bytes can be read (looks at no more than the first 256).
    public static boolean readable(long address, long sizeBytes) {
        return address != 0 && invoke(linked(NativeLink.READABLE), address, sizeBytes, 0, 0, 0, 0) != 0;
    }

    /// Calls a C function of up to twelve integer arguments, which stand in an array of twelve.
    ///
    /// @throws ToolFailure if it threw a C++ exception, which has ended there
    public static long invokeMany(long function, long arguments) {
        return invoke(linked(NativeLink.INVOKE_MANY), function, arguments, 0, 0, 0, 0);
    }

    /// Copies memory that may not be readable, all of it or nothing.
    static boolean peek(long to, long from, long sizeBytes) {
        return invoke(linked(NativeLink.SAFE_READ), to, from, sizeBytes, 0, 0, 0) != 0;
    }

    /// Copies a C string with its end, cut to fit in `capacityBytes`; returns its length, or -1 if it cannot be read.
    static int peekString(long to, long from, int capacityBytes) {
        return (int) invoke(linked(NativeLink.SAFE_READ_STRING), to, from, capacityBytes, 0, 0, 0);
    }

    /// A variable of the environment as C code left it just now, or null; always null where whoever started the
    /// program must not steer it (`environment.h`). `System.getenv` knows neither.
    public static @Nullable String variable(String name) {
        long address = CStrings.intern(name);
        long value = link != 0 ? invoke(linked(NativeLink.ENVIRONMENT), address, 0, 0, 0, 0, 0) : secureGetenv(address);
        return CStrings.read(value, MAX_VARIABLE_BYTES);
    }

    /// Calls a function of a library that takes nothing, `uint64_t name(void)`.
    public static long ask(SymbolLookup library, String name) {
        try {
            return (long) Linker.nativeLinker()
                    .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_LONG))
                    .invokeExact();
        } catch (RuntimeException | Error passed) {
            throw passed;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    // char* secure_getenv(const char* name): what the native library would call, before it is there.
    private static long secureGetenv(long name) {
        Linker linker = Linker.nativeLinker();
        try {
            return (long) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("secure_getenv"),
                            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG))
                    .invokeExact(name);
        } catch (RuntimeException | Error passed) {
            throw passed;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// Runtimes that register from now on load the profiler even if no tool is visible to them.
    public static void forceLoad() {
        invoke(linked(NativeLink.FORCE_LOAD), 0, 0, 0, 0, 0, 0);
    }

    /// Lets runtimes that have registered without a tool register again, on this thread: `librocprofiler-register`,
    /// if it is in the process, keeps their tables.
    public static void handOver() {
        long register = invoke(
                standard("dlopen"),
                CStrings.intern("librocprofiler-register.so.0"),
                RTLD_LAZY | RTLD_NOLOAD,
                0,
                0,
                0,
                0);
        if (register == 0) return;
        long name = CStrings.intern("rocprofiler_register_invoke_nonpropagated_registrations");
        long function = invoke(standard("dlsym"), register, name, 0, 0, 0, 0);
        if (function != 0) invoke(function, 0, 0, 0, 0, 0, 0);
    }

    private static long standard(String function) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(function).address();
    }

    /// The `rocprofiler_client_finalize_t` handed to tools.
    public static long finalizeClientFunction() {
        return linked(NativeLink.FINALIZE_CLIENT);
    }

    /// Every wrapped call goes straight to the runtime from now on.
    public static void disableSlots() {
        invoke(linked(NativeLink.DISABLE), 0, 0, 0, 0, 0, 0);
    }

    /// The engine is not entered any more: its JVM is ending.
    public static void end() {
        invoke(linked(NativeLink.END), 0, 0, 0, 0, 0, 0);
    }

    /// Address of the calling thread's block.
    public static long threadBlock() {
        return invoke(linked(NativeLink.THREAD), 0, 0, 0, 0, 0, 0);
    }

    /// Address of the block of the thread with this Linux id, reserved for it if it has none; 0 if there is no memory.
    public static long threadBlockOf(long threadId) {
        return invoke(linked(NativeLink.THREAD_OF), threadId, 0, 0, 0, 0, 0);
    }

    /// The Linux thread id of the calling thread.
    public static long threadId() {
        return Memory.getLong(threadBlock() + NativeThread.TID);
    }
}
