package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.RoctracerExtProperties;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The listeners for start and stop.
final class Switch {
    private static volatile @Nullable Runnable onStart;
    private static volatile @Nullable Runnable onStop;

    private Switch() {}

    /// Sets the listeners.
    ///
    /// roctracer_status_t roctracer_set_properties(roctracer_domain_t domain, void* properties),
    /// with roctracer_ext_properties_t
    static void listen(Runnable started, Runnable stopped) {
        onStart = started;
        onStop = stopped;
        set(Upcalls.STARTED, Upcalls.STOPPED);
    }

    /// Removes the listeners.
    static void silence() {
        if (onStart != null) set(0, 0);
    }

    private static void set(long started, long stopped) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment properties = arena.allocate(RoctracerExtProperties.SIZEOF, RoctracerExtProperties.ALIGNOF);
            properties.set(ValueLayout.JAVA_LONG, RoctracerExtProperties.START_CB, started);
            properties.set(ValueLayout.JAVA_LONG, RoctracerExtProperties.STOP_CB, stopped);
            Library.process()
                    .check("roctracer_set_properties", ActivityDomain.EXT_API.value(), properties.address(), 0, 0);
        }
    }

    static void started() {
        Runnable listener = onStart;
        if (listener != null) listener.run();
    }

    static void stopped() {
        Runnable listener = onStop;
        if (listener != null) listener.run();
    }
}
