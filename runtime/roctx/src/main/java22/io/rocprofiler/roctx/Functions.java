package io.rocprofiler.roctx;

import java.lang.foreign.MemorySegment;
import java.util.function.ToLongFunction;

/// The addresses of ROC-TX's functions (`rocprofiler-sdk-roctx/roctx.h`, version 1.0; `libroctx64` has the first
/// five), null for functions that the library lacks.
record Functions(
        // void roctxMarkA(const char* message)
        MemorySegment mark,
        // int roctxRangePushA(const char* message)
        MemorySegment rangePush,
        // int roctxRangePop(void)
        MemorySegment rangePop,
        // roctx_range_id_t roctxRangeStartA(const char* message)
        MemorySegment rangeStart,
        // void roctxRangeStop(roctx_range_id_t id)
        MemorySegment rangeStop,
        // int roctxGetThreadId(roctx_thread_id_t* tid)
        MemorySegment getThreadId,
        // int roctxProfilerPause(roctx_thread_id_t tid)
        MemorySegment profilerPause,
        // int roctxProfilerResume(roctx_thread_id_t tid)
        MemorySegment profilerResume,
        // int roctxNameOsThread(const char* name)
        MemorySegment nameOsThread,
        // int roctxNameHipDevice(const char* name, int device_id)
        MemorySegment nameHipDevice,
        // int roctxNameHipStream(const char* name, const struct ihipStream_t* stream)
        MemorySegment nameHipStream,
        // int roctxNameHsaAgent(const char* name, const struct hsa_agent_s* agent)
        MemorySegment nameHsaAgent) {

    static final Functions NONE = find(name -> 0);

    /// @param address returns the address of a function, 0 if missing
    static Functions find(ToLongFunction<String> address) {
        return new Functions(
                function(address, "roctxMarkA"),
                function(address, "roctxRangePushA"),
                function(address, "roctxRangePop"),
                function(address, "roctxRangeStartA"),
                function(address, "roctxRangeStop"),
                function(address, "roctxGetThreadId"),
                function(address, "roctxProfilerPause"),
                function(address, "roctxProfilerResume"),
                function(address, "roctxNameOsThread"),
                function(address, "roctxNameHipDevice"),
                function(address, "roctxNameHipStream"),
                function(address, "roctxNameHsaAgent"));
    }

    private static MemorySegment function(ToLongFunction<String> address, String name) {
        return MemorySegment.ofAddress(address.applyAsLong(name));
    }
}
