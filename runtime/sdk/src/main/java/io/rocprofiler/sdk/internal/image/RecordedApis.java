package io.rocprofiler.sdk.internal.image;

import io.rocprofiler.abi.BufferTracingKind;
import java.util.List;

/// What the recorder of a process records.
///
/// @param kinds kinds of calls and ranges, while recording is not paused
/// @param always kinds that are recorded also while it is
/// @param work of the GPU
/// @param control whether the program pauses and resumes recording
/// @param waits whether recording begins when the program first resumes it
/// @param periods when it is recorded; always if empty
/// @param logsPeriods whether each period is logged, for tests
/// @param variables names of environment variables that describe a process
public record RecordedApis(
        List<BufferTracingKind> kinds,
        List<BufferTracingKind> always,
        RecordedWork work,
        boolean control,
        boolean waits,
        List<CollectionPeriod> periods,
        boolean logsPeriods,
        List<String> variables) {}
