package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.abi.internal.NativeConstants;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.SymbolLookup;

/// The link between the Java half and the C half of the engine, and how Java finds the other half.
///
/// Thread rule: any thread.
final class Attachment {
    private static final Object LOCK = new Object();

    private static volatile boolean attached;

    private Attachment() {}

    /// Marks the engine as started.
    static void done() {
        attached = true;
    }

    /// Connects this JVM with the native library if a Java program requests the profiler itself; does nothing if
    /// the native library has started the engine.
    ///
    /// @throws IllegalStateException if the library cannot be found, or is attached to another copy of the engine
    static void make() {
        if (attached) return;
        synchronized (LOCK) {
            if (!attached) connect(InstalledLibrary.open());
        }
    }

    private static void connect(SymbolLookup library) {
        long layout = Native.ask(library, InstalledLibrary.LAYOUT_FUNCTION);
        if (layout != NativeConstants.LAYOUT) throw InstalledLibrary.ofAnotherVersion();
        long address = Native.ask(library, "rocprofiler_java_attach");
        if (address != 0) {
            // The library is already open: loading it here runs its JNI_OnLoad, which binds the native methods
            // of Native.
            System.load(Memory.all().getString(Memory.getLong(address + NativeLink.LIBRARY_DIR)) + "/"
                    + InstalledLibrary.NAME);
            Boot.start(address);
        }
        // The native library may have started this copy concurrently.
        if (!attached) throw notAttached();
    }

    private static IllegalStateException notAttached() {
        return new IllegalStateException(
                "another copy of the engine runs in this process, has run, or could not start:"
                        + " its line on standard error says why; have one rocprofiler-sdk.jar, on the class path of the program");
    }
}
