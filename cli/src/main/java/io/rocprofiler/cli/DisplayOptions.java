package io.rocprofiler.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How GPU work is shown, and which kernels: the same for a run and for a later conversion.
final class DisplayOptions {

    @Option(
            names = {"-M", "--mangled-kernels"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "Kernel names as the compiler made them.")
    @Nullable
    Boolean mangled;

    @Option(
            names = {"-T", "--truncate-kernels"},
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "Kernel names without namespaces, template and function arguments.")
    @Nullable
    Boolean truncated;

    @Option(
            names = "--kernel-rename",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "Name kernels by the ROC-TX range (roctxRangePush) that they are launched in.")
    @Nullable
    Boolean renamed;

    @Option(
            names = "--kernel-include-regex",
            paramLabel = "REGEX",
            description = "Show only kernels in whose names this is found, in traces and statistics.")
    @Nullable
    String include;

    @Option(
            names = "--kernel-exclude-regex",
            paramLabel = "REGEX",
            description = "Leave out kernels in whose names this is found.")
    @Nullable
    String exclude;

    @Option(
            names = "--kernel-iteration-range",
            arity = "1..*",
            paramLabel = "RANGE",
            description = "Show only these dispatches of each kernel, counted from 1: 5 or [1-2],[8-9].")
    List<String> iterations = new ArrayList<>();

    @Option(
            names = {"-A", "--agent-index"},
            paramLabel = "INDEX",
            description = "Numbers of agents: absolute (the driver's), relative (default) or type-relative.")
    @Nullable
    String agentIndex;

    @Option(
            names = "--group-by-queue",
            arity = "0..1",
            fallbackValue = "true",
            converter = YesNo.class,
            paramLabel = "yes|no",
            description = "By HSA queue instead of HIP stream: streams are not recorded.")
    @Nullable
    Boolean groupByQueue;
}
