package io.rocprofiler.sdk.internal.view;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Native memory that a view lends to a handler until its callback or delivery ends: afterwards an access throws
/// `IllegalStateException`, instead of reading what is there by then.
///
/// Costs an arena, made when the first segment is asked for.
///
/// Thread rule: one thread; lent memory is for that thread only.
final class Lent {
    private @Nullable Arena arena;

    MemorySegment segment(long address, long sizeBytes) {
        Arena lifetime = arena;
        if (lifetime == null) {
            lifetime = Arena.ofConfined();
            arena = lifetime;
        }
        return MemorySegment.ofAddress(address)
                .reinterpret(sizeBytes, lifetime, null)
                .asReadOnly();
    }

    void end() {
        Arena lifetime = arena;
        if (lifetime == null) return;
        arena = null;
        lifetime.close();
    }
}
