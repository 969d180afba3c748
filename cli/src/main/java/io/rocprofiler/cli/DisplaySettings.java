package io.rocprofiler.cli;

import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.Display;
import io.rocprofiler.trace.KernelFilter;
import io.rocprofiler.trace.KernelNames;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How GPU work is shown, after options, environment variables and defaults have been put together.
record DisplaySettings(KernelNames.Style names, KernelFilter filter, AgentIndex agentIndex, boolean groupByQueue) {

    static final String KERNEL_RENAME = "ROCPROF_KERNEL_RENAME";
    static final String GROUP_BY_QUEUE = "ROCPROF_GROUP_BY_QUEUE";

    static DisplaySettings of(DisplayOptions options, Map<String, String> environment) {
        KernelNames.Style names = new KernelNames.Style(
                options.mangled != null ? options.mangled : isNo(environment, "ROCPROF_DEMANGLE_KERNELS"),
                flag(options.truncated, environment, "ROCPROF_TRUNCATE_KERNELS"),
                flag(options.renamed, environment, KERNEL_RENAME));
        KernelFilter filter = new KernelFilter(
                pattern(options.include, environment, "INCLUDE"),
                pattern(options.exclude, environment, "EXCLUDE"),
                ranges(options.iterations, environment));
        return new DisplaySettings(
                names,
                filter,
                agentIndex(options.agentIndex, environment),
                flag(options.groupByQueue, environment, GROUP_BY_QUEUE));
    }

    private static boolean flag(@Nullable Boolean option, Map<String, String> environment, String variable) {
        return option == null ? Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault(variable, ""))) : option;
    }

    private static boolean isNo(Map<String, String> environment, String variable) {
        return Boolean.FALSE.equals(YesNo.parse(environment.getOrDefault(variable, "")));
    }

    private static @Nullable Pattern pattern(@Nullable String option, Map<String, String> environment, String which) {
        String expression =
                option == null ? environment.getOrDefault("ROCPROF_KERNEL_FILTER_" + which + "_REGEX", "") : option;
        try {
            return expression.isEmpty() ? null : Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw usage("kernel filter '" + expression + "' is no regular expression: " + e.getDescription());
        }
    }

    private static List<KernelFilter.Range> ranges(List<String> options, Map<String, String> environment) {
        String text = options.isEmpty()
                ? environment.getOrDefault("ROCPROF_KERNEL_FILTER_RANGE", "")
                : options.stream().collect(Collectors.joining(","));
        try {
            return KernelFilter.ranges(text);
        } catch (IllegalArgumentException e) {
            throw usage("kernel iteration range " + e.getMessage());
        }
    }

    private static AgentIndex agentIndex(@Nullable String option, Map<String, String> environment) {
        String name = option == null ? environment.getOrDefault("ROCPROF_AGENT_INDEX", "") : option;
        AgentIndex index = name.isEmpty() ? AgentIndex.RELATIVE : AgentIndex.of(name);
        if (index == null) {
            throw usage("agent index '" + name + "' is not one of absolute, relative, type-relative");
        }
        return index;
    }

    private static CommandException usage(String line) {
        return new CommandException(CommandException.USAGE, line);
    }

    Display display() {
        return new Display(new KernelNames(names, new CxxNames()), filter, agentIndex);
    }
}
