package io.rocprofiler.export.html;

/// The key of a lane: slices with equal keys share a lane.
///
/// @param process the index of the process in the run
/// @param first the thread of calls and allocations; otherwise the index of an agent's name: the agent of a kernel
///     or of scratch memory, or the source of a copy
/// @param second the queue of a kernel or of scratch memory, or the destination agent of a copy
/// @param stream of kernels and copies
record LaneKey(int process, LaneKind kind, long first, long second, long stream) {}
