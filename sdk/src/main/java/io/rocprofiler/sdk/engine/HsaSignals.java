package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.HsaAmdExtApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import io.rocprofiler.abi.HsaSignalCondition;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// The engine's own completion signals: made by the runtime, used again and again.
///
/// A signal is 1 when it is taken; work that completes makes it 0.
///
/// Thread rule: any thread.
final class HsaSignals {
    private static final int SUCCESS = 0;

    private static final Object LOCK = new Object();
    private static long[] free = new long[64];
    private static int count;

    private HsaSignals() {}

    /// A signal with value 1, or 0 if the runtime has none left.
    static long take() {
        long signal = 0;
        synchronized (LOCK) {
            if (count > 0) signal = free[--count];
        }
        if (signal == 0) return create();
        long store = HsaFunctions.core(HsaCoreApiId.hsa_signal_silent_store_relaxed);
        if (store == 0) store = HsaFunctions.core(HsaCoreApiId.hsa_signal_store_relaxed);
        Native.invoke(store, signal, 1, 0, 0, 0, 0);
        return signal;
    }

    /// Gives back a signal that nothing in the runtime refers to any more.
    static void give(long signal) {
        synchronized (LOCK) {
            if (count == free.length) free = Arrays.copyOf(free, 2 * count);
            free[count++] = signal;
        }
    }

    /// Whether the work that the signal belongs to has completed.
    static boolean isDone(long signal) {
        return Native.invoke(HsaFunctions.core(HsaCoreApiId.hsa_signal_load_scacquire), signal, 0, 0, 0, 0, 0) < 1;
    }

    /// Asks the runtime to call a function, once, when the signal falls below 1; at once if it has.
    ///
    /// @param handler address of a `hsa_amd_signal_handler`
    /// @return false if the runtime refuses
    static boolean whenDone(long signal, long handler, long argument) {
        long function = HsaFunctions.amdExt(HsaAmdExtApiId.hsa_amd_signal_async_handler);
        int below = HsaSignalCondition.LT.value();
        return (int) Native.invoke(function, signal, below, 1, handler, argument, 0) == SUCCESS;
    }

    private static long create() {
        try (Arena arena = Arena.ofConfined()) {
            long made = arena.allocate(Long.BYTES, Long.BYTES).address();
            long function = HsaFunctions.core(HsaCoreApiId.hsa_signal_create);
            return (int) Native.invoke(function, 1, 0, 0, made, 0, 0) == SUCCESS ? Memory.getLong(made) : 0;
        }
    }
}
