package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.InterceptTable;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.seam.Messages;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Tools that observe, and change, the tables of runtimes themselves.
///
/// They are called after the engine's own wrapping: they find its thunks in a table, and their replacements are
/// outermost. That needs no context and is independent of start and stop.
///
/// Thread rule: tools register until the configuration window closes; runtimes register on any thread.
public final class InterceptTables {
    /// Receives one table of one runtime.
    public interface Listener {
        /// Handles one table. @param tables address of an array of one pointer, to the table
        void onTable(InterceptTable kind, long version, long instance, long tables);
    }

    private record Registered(int kinds, Listener listener) {}

    private static final int ALL = -1;

    private final List<Registered> listeners = new CopyOnWriteArrayList<>();

    /// Adds a listener. @param kinds values of [InterceptTable], or-ed; 0 for all, as in AMD's code; its
    /// documentation says that 0 has no effect
    public void add(int kinds, Listener listener) {
        listeners.add(new Registered(kinds == 0 ? ALL : kinds, listener));
    }

    /// Calls a C tool's `rocprofiler_intercept_library_cb_t`.
    public static Listener ofTool(NativePlatform platform, long function, long data) {
        // (type, uint64_t lib_version, uint64_t lib_instance, void** tables, uint64_t num_tables, void* data)
        return (kind, version, instance, tables) ->
                platform.invoke(function, kind.value(), version, instance, tables, 1, data);
    }

    /// The number of listeners that there are.
    int count() {
        return listeners.size();
    }

    /// @param first the first listener that is told
    void tell(RuntimeTables runtime, int first) {
        if (listeners.size() <= first) return;
        switch (runtime.library()) {
            case "hsa" -> tell(InterceptTable.HSA_TABLE, 0, runtime, first);
            case "hip" -> tell(InterceptTable.HIP_RUNTIME_TABLE, 0, runtime, first);
            case "hip_compiler" -> tell(InterceptTable.HIP_COMPILER_TABLE, 0, runtime, first);
            case "roctx" -> {
                tell(InterceptTable.MARKER_CORE_TABLE, 0, runtime, first);
                tell(InterceptTable.MARKER_CONTROL_TABLE, 1, runtime, first);
                tell(InterceptTable.MARKER_NAME_TABLE, 2, runtime, first);
            }
            case "rccl" -> tell(InterceptTable.RCCL_TABLE, 0, runtime, first);
            case "rocdecode" -> tell(InterceptTable.ROCDECODE_TABLE, 0, runtime, first);
            case "rocjpeg" -> tell(InterceptTable.ROCJPEG_TABLE, 0, runtime, first);
            case "rocshmem" -> tell(InterceptTable.ROCSHMEM_TABLE, 0, runtime, first);
            case "hipFile" -> tell(InterceptTable.HIPFILE_TABLE, 0, runtime, first);
            default -> {}
        }
    }

    private void tell(InterceptTable kind, int position, RuntimeTables runtime, int first) {
        if (position >= runtime.count()) return;
        long tables = runtime.tables() + (long) Long.BYTES * position;
        for (Registered registered : listeners.subList(first, listeners.size())) {
            if ((registered.kinds() & kind.value()) == 0) continue;
            try {
                registered.listener().onTable(kind, runtime.version(), runtime.instance(), tables);
            } catch (Throwable failure) {
                Messages.warn("an intercept table callback of a tool failed: " + Messages.describe(failure));
            }
        }
    }
}
