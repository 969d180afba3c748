package io.rocprofiler.sdk.engine;

import java.util.List;

/// STUB: replaced by the real seam to C. Signatures are what registration calls.
final class Native {
    private Native() {}

    static void attach() {
        throw new UnsupportedOperationException();
    }

    static void force(long configureFunction) {
        throw new UnsupportedOperationException();
    }

    static List<DiscoveredTool> discoverTools() {
        throw new UnsupportedOperationException();
    }

    static long invoke(long function, long a0, long a1, long a2, long a3, long a4, long a5) {
        throw new UnsupportedOperationException();
    }

    static boolean readable(long address, long sizeBytes) {
        throw new UnsupportedOperationException();
    }

    static long finalizeClientFunction() {
        throw new UnsupportedOperationException();
    }

    static void disableSlots() {
        throw new UnsupportedOperationException();
    }

    static long threadBlock() {
        throw new UnsupportedOperationException();
    }
}
