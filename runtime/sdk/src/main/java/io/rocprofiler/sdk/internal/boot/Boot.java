package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.call.CallSteps;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.seam.ToolExit;
import io.rocprofiler.sdk.internal.seam.Upcalls;

/// The first Java code that runs in a process: the native library calls it once, through JNI.
final class Boot {
    private Boot() {}

    /// Links the engine and the native library. If this throws, the native library prints one line and the program
    /// runs unprofiled.
    ///
    /// @param link address of a `native_link_t`
    static void start(long link) {
        Native.link(link);
        Upcalls.to(Boot.class);
        if (Native.linked(NativeLink.CALL) == 0) Upcalls.link();
        if (Native.linked(NativeLink.JOINED) != 0) orderTheEnd();
        else ToolExit.watchThreads();
        Attachment.done();
    }

    private static void orderTheEnd() {
        try {
            ShutdownOrder.install();
        } catch (IllegalStateException ending) {
            Native.end();
            throw new IllegalStateException("the program ends: nothing can be traced any more", ending);
        }
    }

    /// The number of the layout that this half was generated from. It must equal the native library's.
    static long layout() {
        return NativeConstants.LAYOUT;
    }

    // C calls these entries by JNI or through a stub. A Throwable that escaped a stub would end the host process.

    /// `uint64_t step(uint64_t what, native_frame_t*)`: does a step of a traced call; returns 0.
    static long step(long what, long frame) {
        try {
            if ((int) what == CallWarmUp.SLOT) Engine.process().warmUp().step(what, frame);
            else CallSteps.step(what, frame);
            return 0;
        } catch (Throwable failure) {
            return Upcalls.caught(0, failure);
        }
    }

    /// `uint64_t call(uint64_t function, const uint64_t* arguments)`.
    static long call(long function, long arguments) {
        try {
            return Engine.process().calls().call((int) function, new CArguments(arguments));
        } catch (Throwable failure) {
            return Upcalls.caught(Status.ERROR.value(), failure);
        }
    }
}
