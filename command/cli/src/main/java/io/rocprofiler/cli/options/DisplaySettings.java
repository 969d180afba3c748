package io.rocprofiler.cli.options;

import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.display.KernelFilter;
import io.rocprofiler.trace.display.KernelNames;
import io.rocprofiler.trace.display.RecordFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The display settings of GPU work, combined from options, environment variables and defaults.
public record DisplaySettings(
        KernelNames.Style names, KernelFilter filter, AgentIndex agentIndex, boolean groupByQueue) {

    public static DisplaySettings of(ParsedOptions options) {
        Boolean mangled = options.explicit(Option.MANGLED_KERNELS);
        boolean renamed = options.flag(Option.KERNEL_RENAME)
                || (options.explicit(Option.KERNEL_RENAME) == null && options.flag(Option.KOKKOS_TRACE));
        KernelNames.Style names = new KernelNames.Style(
                mangled != null ? mangled : isNo(options, "ROCPROF_DEMANGLE_KERNELS"),
                options.flag(Option.TRUNCATE_KERNELS),
                renamed);
        KernelFilter filter = new KernelFilter(
                pattern(options, Option.KERNEL_INCLUDE_REGEX, "kernel filter"),
                pattern(options, Option.KERNEL_EXCLUDE_REGEX, "kernel filter"),
                ranges(options));
        return new DisplaySettings(names, filter, agentIndex(options), options.flag(Option.GROUP_BY_QUEUE));
    }

    /// Returns these settings with all kernels, as traces of a run have them.
    DisplaySettings withAllKernels() {
        return new DisplaySettings(names, KernelFilter.ALL, agentIndex, groupByQueue);
    }

    private static boolean isNo(ParsedOptions options, String variable) {
        return Boolean.FALSE.equals(YesNo.parse(options.environment().getOrDefault(variable, "")));
    }

    /// Returns the option's regular expression, null if not given.
    static @Nullable Pattern pattern(ParsedOptions options, Option option, String what) {
        String expression = options.text(option, "");
        try {
            return expression.isEmpty() ? null : Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw ParsedOptions.usage(what + " '" + expression + "' is no regular expression: " + e.getDescription());
        }
    }

    private static List<KernelFilter.Range> ranges(ParsedOptions options) {
        List<String> said = options.list(Option.KERNEL_ITERATION_RANGE);
        String text = said.isEmpty() ? options.variable(Option.KERNEL_ITERATION_RANGE) : String.join(",", said);
        try {
            return KernelFilter.ranges(text);
        } catch (IllegalArgumentException e) {
            throw ParsedOptions.usage("kernel iteration range " + e.getMessage());
        }
    }

    /// Returns the options that choose kernels, with their values.
    public List<String> filterOptions() {
        List<String> options = new ArrayList<>();
        if (filter.include() != null) {
            options.add(Option.KERNEL_INCLUDE_REGEX.longName() + " " + filter.include());
        }
        if (filter.exclude() != null) {
            options.add(Option.KERNEL_EXCLUDE_REGEX.longName() + " " + filter.exclude());
        }
        if (!filter.iterations().isEmpty()) {
            options.add(Option.KERNEL_ITERATION_RANGE.longName() + " "
                    + filter.iterations().stream()
                            .map(range -> "[" + range.first() + "-" + range.last() + "]")
                            .collect(Collectors.joining(",")));
        }
        return options;
    }

    private static AgentIndex agentIndex(ParsedOptions options) {
        AgentIndex index = AgentIndex.of(options.text(Option.AGENT_INDEX, AgentIndex.RELATIVE.label()));
        return index == null ? AgentIndex.RELATIVE : index;
    }

    public Display display(RecordFilter.Conditions conditions) {
        return new Display(new KernelNames(names, new CxxNames()), filter, agentIndex, conditions);
    }
}
