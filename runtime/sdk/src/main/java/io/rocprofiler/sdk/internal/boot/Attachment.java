package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.SymbolLookup;

/// Whether both halves of the engine know each other, and how Java finds the other one.
///
/// Thread rule: any thread.
final class Attachment {
    private static final Object LOCK = new Object();

    private static volatile boolean attached;

    private Attachment() {}

    /// The engine has started.
    static void done() {
        attached = true;
    }

    /// Connects this JVM with the native library when a Java program asks for the profiler by itself; does nothing
    /// when the native library has started the engine.
    ///
    /// @throws IllegalStateException if the library cannot be found, or serves another copy of the engine
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
            // Opened already: what this adds is its JNI_OnLoad, which binds the native methods of Native.
            System.load(Memory.all().getString(Memory.getLong(address + NativeLink.LIBRARY_DIR)) + "/"
                    + InstalledLibrary.NAME);
            Boot.start(address);
        }
        // The native library may have started this copy meanwhile.
        if (!attached) throw notAttached();
    }

    private static IllegalStateException notAttached() {
        return new IllegalStateException(
                "another copy of the engine runs in this process, has run, or could not start:"
                        + " its line on standard error says why; have one rocprofiler-sdk.jar, on the class path of the program");
    }
}
