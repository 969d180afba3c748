package io.rocprofiler.sdk.internal.seam;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.abi.internal.NativeThread;
import io.rocprofiler.sdk.ChunkFile;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The engine's access to C, and the only class with native methods.
///
/// Every C function is called through two helpers of the native library: `invoke` calls any function of up to six
/// integer arguments, `callback` passes a tool its 64-byte record by value. While such a function runs, its thread
/// counts as outside Java: its calls to a runtime are traced like any other call.
///
/// They are native methods, not downcall handles: a call costs the same, and the JVM does not have to generate
/// dozens of classes while the program waits (`docs/adr/0003-where-the-jvm-lives.md`).
///
/// Thread rule: any thread, once [#link(long)] has run.
public final class Native {
    // MAX_ARG_STRLEN of the kernel.
    private static final int MAX_VARIABLE_BYTES = 1 << 17;

    private static final int MOST_THROWN = 4096; // of an exception's description

    /// From Linux's `dlfcn.h`.
    private static final int RTLD_LAZY = 1;

    private static final int RTLD_NOLOAD = 4;

    private static final long RTLD_DEFAULT = 0;

    private static long link;

    private Native() {}

    /// Takes the addresses of the native library (`native_link_t`). Called once, at boot.
    public static void link(long address) {
        link = address;
    }

    /// Reads a word of `native_link_t`, by its offset.
    public static long linked(int offset) {
        return Memory.getLong(link + offset);
    }

    /// Returns the address of a word of `native_link_t`.
    public static long address(int offset) {
        return link + offset;
    }

    /// Returns all words of `native_link_t`, by offset divided by eight.
    public static long[] linkWords() {
        return StagedStruct.read(link, NativeLink.SIZEOF / Long.BYTES);
    }

    /// Writes a word of `native_link_t`.
    public static void linked(int offset, long value) {
        Memory.putLongRelease(link + offset, value);
    }

    /// Calls the C function at `function` with integer arguments and returns its integer result.
    ///
    /// @throws ToolFailure if the function threw a C++ exception, which has been caught
    public static long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5) {
        long result = invokeNative(function, a0, a1, a2, a3, a4, a5);
        if (result == NativeConstants.THREW) throw new ToolFailure("it threw a C++ exception" + thrown(function));
        return result;
    }

    /// Describes the exception that has left a function.
    private static String thrown(long function) {
        if (link == 0) return "";
        long text = invokeNative(linked(NativeLink.THROWN), function, 0, 0, 0, 0, 0);
        if (text == 0) return "";
        String said = CStrings.read(text, MOST_THROWN);
        free(text);
        return said == null ? "" : said;
    }

    /// Calls a tool's `rocprofiler_callback_tracing_cb_t`. All arguments are addresses.
    public static void callback(long function, long record, long userData, long argument) {
        callbackNative(function, record, userData, argument);
    }

    // uint64_t rpj_invoke(uint64_t (*function)(...), uint64_t a0, .., uint64_t a5)
    private static native long invokeNative(long function, long a0, long a1, long a2, long a3, long a4, long a5);

    // void rpj_callback(void* function, const void* record, void* user_data, void* argument)
    private static native void callbackNative(long function, long record, long userData, long argument);

    /// Replaces the JVM's map of shutdown hooks by another map, and copies all hooks to it. Returns false, without
    /// effect, if this JVM has no such map.
    public static native boolean exchangeHooks(IdentityHashMap<Thread, Thread> hooks);

    // --- single functions of the native library -------------------------------------------------------------------

    /// Passes the memory of a kept buffer, a `native_kept_t`, and its file to the C half.
    ///
    /// @return whether C continues in that file without the engine
    public static boolean keep(int index, long kept, @Nullable ChunkFile file) {
        if (link == 0) return false; // a test's buffer
        long header = file == null ? 0 : file.header().address();
        long path = file == null ? 0 : CStrings.intern(file.path().toString());
        return invoke(linked(NativeLink.KEEP), index, kept, header, path, 0, 0) != 0;
    }

    /// Makes C allocate memory for a kept buffer.
    public static boolean refill(int index) {
        return link != 0 && invoke(linked(NativeLink.KEEP_REFILL), index, 0, 0, 0, 0, 0) != 0;
    }

    /// Notes the calling thread's name in its stretch of a kept buffer.
    ///
    /// @param thread the block that has the stretch
    /// @return whether the thread belongs to the program's JVM, and so has another name in Java
    public static boolean noteName(long thread, int index) {
        return link != 0 && invoke(linked(NativeLink.NOTE_NAME), thread, index, 0, 0, 0, 0) != 0;
    }

    /// Notes the names of threads that have recorded into a kept buffer since they were last looked at.
    ///
    /// @return false if there is no memory at hand for some of them
    public static boolean noteNames(int index) {
        return link == 0 || invoke(linked(NativeLink.NOTE_NAMES), index, 0, 0, 0, 0, 0) != 0;
    }

    /// Whether all of these bytes can be read (tests at most the first 256).
    public static boolean readable(long address, long sizeBytes) {
        return address != 0 && invoke(linked(NativeLink.READABLE), address, sizeBytes, 0, 0, 0, 0) != 0;
    }

    /// Calls a C function of up to twelve integer arguments, which are in an array of twelve.
    ///
    /// @throws ToolFailure if the function threw a C++ exception, which has been caught
    public static long invokeMany(long function, long arguments) {
        return invoke(linked(NativeLink.INVOKE_MANY), function, arguments, 0, 0, 0, 0);
    }

    /// Copies memory that may be unreadable: all of it or nothing.
    static boolean peek(long to, long from, long sizeBytes) {
        return invoke(linked(NativeLink.SAFE_READ), to, from, sizeBytes, 0, 0, 0) != 0;
    }

    /// Copies a C string with its terminator, cut to fit `capacityBytes`; returns its length, or -1 if it cannot
    /// be read.
    static int peekString(long to, long from, int capacityBytes) {
        return (int) invoke(linked(NativeLink.SAFE_READ_STRING), to, from, capacityBytes, 0, 0, 0);
    }

    /// Returns the current value of an environment variable as set by C code, or null; always null in programs that
    /// run with elevated privileges (`environment.h`). `System.getenv` observes neither.
    public static @Nullable String variable(String name) {
        long address = CStrings.intern(name);
        long value = link != 0 ? invoke(linked(NativeLink.ENVIRONMENT), address, 0, 0, 0, 0, 0) : secureGetenv(address);
        return CStrings.read(value, MAX_VARIABLE_BYTES);
    }

    /// Calls a library function without arguments, `uint64_t name(void)`.
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

    // char* secure_getenv(const char* name): as the native library calls it, for use before it is loaded.
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

    /// Makes runtimes that register from now on load the profiler even if they find no tool.
    public static void forceLoad() {
        invoke(linked(NativeLink.FORCE_LOAD), 0, 0, 0, 0, 0, 0);
    }

    /// Returns the address of a function of a library that this process has loaded; 0 if it has not.
    static long loadedFunction(String library, String function) {
        long handle = invoke(standard("dlopen"), CStrings.intern(library), RTLD_LAZY | RTLD_NOLOAD, 0, 0, 0, 0);
        return handle == 0 ? 0 : invoke(standard("dlsym"), handle, CStrings.intern(function), 0, 0, 0, 0);
    }

    /// Returns the address of the function that the native library's own calls by this name reach: that of the first
    /// library of the process that has it; 0 if none has.
    static long visibleFunction(String function) {
        return invoke(standard("dlsym"), RTLD_DEFAULT, CStrings.intern(function), 0, 0, 0, 0);
    }

    /// Frees memory that a C function has returned.
    static void free(long address) {
        invoke(standard("free"), address, 0, 0, 0, 0, 0);
    }

    private static long standard(String function) {
        return Linker.nativeLinker().defaultLookup().findOrThrow(function).address();
    }

    /// The `rocprofiler_client_finalize_t` passed to tools.
    public static long finalizeClientFunction() {
        return linked(NativeLink.FINALIZE_CLIENT);
    }

    /// The `rocprofiler_client_detach_t` passed to tools.
    public static long detachClientFunction() {
        return linked(NativeLink.DETACH_CLIENT);
    }

    /// Makes every wrapped call go straight to the runtime from now on.
    public static void disableSlots() {
        invoke(linked(NativeLink.DISABLE), 0, 0, 0, 0, 0, 0);
    }

    /// Stops C from entering the engine: its JVM is ending.
    public static void end() {
        invoke(linked(NativeLink.END), 0, 0, 0, 0, 0, 0);
    }

    // --- the time limit of tools at finalization (time_limit.h) -----------------------------------------------------

    /// Limits the calling thread's calls of tools. Returns its id, 0 if they are limited already.
    static long beginLimit() {
        return link == 0 ? 0 : invoke(linked(NativeLink.LIMIT_BEGIN), 0, 0, 0, 0, 0, 0);
    }

    static void endLimit() {
        invoke(linked(NativeLink.LIMIT_END), 0, 0, 0, 0, 0, 0);
    }

    /// Calls a tool's function of one pointer, which the thread leaves when its time is up.
    public static void invokeLimited(long function, long argument) {
        invoke(linked(NativeLink.LIMIT_INVOKE), function, argument, 0, 0, 0, 0);
    }

    /// Makes a limited thread leave the tool's function that it is in, if that is possible at this instant.
    static void leave(long threadId) {
        invoke(linked(NativeLink.LIMIT_OVER), threadId, 0, 0, 0, 0, 0);
    }

    /// Ends the process with the status that it is ending with; returns if it is not ending.
    static void exitLate() {
        invoke(linked(NativeLink.LIMIT_EXIT), 0, 0, 0, 0, 0, 0);
    }

    // --- threads ----------------------------------------------------------------------------------------------------

    /// The address of the calling thread's block.
    public static long threadBlock() {
        return invoke(linked(NativeLink.THREAD), 0, 0, 0, 0, 0, 0);
    }

    /// Returns the address of the block of the thread with this Linux id, reserving one if needed; 0 if there is
    /// no memory.
    public static long threadBlockOf(long threadId) {
        return invoke(linked(NativeLink.THREAD_OF), threadId, 0, 0, 0, 0, 0);
    }

    /// The Linux thread id of the calling thread.
    public static long threadId() {
        return Memory.getLong(threadBlock() + NativeThread.TID);
    }
}
