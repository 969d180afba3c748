package io.rocprofiler.export.html;

/// Which slices share a lane: those that the page never has to tell apart to place them.
///
/// @param process its place in the run
/// @param first the thread of calls and allocations; otherwise the place of an agent's name: of a kernel's agent, of
///   scratch memory's, of where a copy comes from
/// @param second a kernel's or scratch memory's queue, or the agent that a copy goes to
/// @param stream of kernels and copies
record LaneKey(int process, LaneKind kind, long first, long second, long stream) {}
