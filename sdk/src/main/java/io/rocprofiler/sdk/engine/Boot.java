package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.abi.Status;
import java.lang.invoke.MethodHandles;

/// The first Java code that runs in a process: called once, through JNI, by the native library.
final class Boot {
    private Boot() {}

    /// Links the engine and the native library: `link` is the address of a `native_link_t`, whose last fields are
    /// written here. When it throws, the native library says one line and the program runs unprofiled.
    static void start(long link) throws NoSuchMethodException, IllegalAccessException {
        Native.link(link);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Memory.putLong(link + NativeLink.ENTER, Upcalls.stub(lookup, "enter", 0));
        Memory.putLong(link + NativeLink.EXIT, Upcalls.stub(lookup, "exit", 0));
        Memory.putLong(link + NativeLink.CALL, Upcalls.stub(lookup, "call", Status.ERROR.value()));
        HotStart.begin();
        if (Native.linked(NativeLink.JOINED) != 0) Runtime.getRuntime().addShutdownHook(new Shutdown());
        Native.attached();
    }

    /// The number of what this half was generated from, which must be the native library's.
    static long layout() {
        return NativeConstants.LAYOUT;
    }

    /// `uint64_t enter(native_slot_t*, native_frame_t*)`: 0 when the call is not traced.
    static long enter(long slot, long frame) {
        return slot == HotStart.SLOT ? HotStart.enter(frame) : CallPath.enter(slot, frame);
    }

    /// `uint64_t exit(native_slot_t*, native_frame_t*)`.
    static long exit(long slot, long frame) {
        return slot == HotStart.SLOT ? HotStart.exit(frame) : CallPath.exit(slot, frame);
    }

    /// `uint64_t call(uint64_t function, const uint64_t* arguments)`.
    static long call(long function, long arguments) {
        return CApi.dispatch((int) function, arguments);
    }

    /// The end of a JVM that is the program's own: after its shutdown hooks nothing may enter it any more.
    private static final class Shutdown extends Thread {
        Shutdown() {
            super(null, null, "rocprofiler shutdown", 0, false);
        }

        @Override
        public void run() {
            try {
                Registration.process().finalizeProcess();
            } finally {
                Native.end();
            }
        }
    }
}
