package io.rocprofiler.sdk.internal.seam;

/// `librocprofiler-register`, if it is loaded: the functions of it that the engine calls.
///
/// Thread rule: any thread.
public final class RegisterLibrary {
    private RegisterLibrary() {}

    /// Makes runtimes that have registered without a tool register again, on this thread. The library keeps the tables
    /// of all of them.
    ///
    /// @return false without the library or this function, which AMD's has from 0.5 on
    public static boolean handOver() {
        long function = function("rocprofiler_register_invoke_nonpropagated_registrations");
        if (function == 0) return false;
        Native.invoke(function, 0, 0, 0, 0, 0, 0);
        return true;
    }

    /// Says that a table is as tools want it, which a runtime waits for if it was given to the engine as a copy
    /// (`stand_in.c`) and the engine could not take it at once.
    public static void taken(long table) {
        call("rpj_table_taken", table);
    }

    /// Whether the process has a HIP that neither registers nor could be registered by that library.
    public static boolean isHipMissed() {
        return (int) call("rpj_hip_is_missed", 0) != 0;
    }

    /// @return 0 without the library or the function, which AMD's may not have
    private static long call(String function, long argument) {
        long address = function(function);
        return address == 0 ? 0 : Native.invoke(address, argument, 0, 0, 0, 0, 0);
    }

    private static long function(String name) {
        return Native.loadedFunction("librocprofiler-register.so.0", name);
    }
}
