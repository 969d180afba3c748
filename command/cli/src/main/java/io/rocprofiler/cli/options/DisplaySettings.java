package io.rocprofiler.cli.options;

import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.display.KernelFilter;
import io.rocprofiler.trace.display.KernelNames;
import io.rocprofiler.trace.display.RecordFilter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// How GPU work is shown, after options, environment variables and defaults have been put together.
public record DisplaySettings(
        KernelNames.Style names, KernelFilter filter, AgentIndex agentIndex, boolean groupByQueue) {

    public static DisplaySettings of(Given given) {
        Boolean mangled = given.said(Option.MANGLED_KERNELS);
        boolean renamed = given.flag(Option.KERNEL_RENAME)
                || (given.said(Option.KERNEL_RENAME) == null && given.flag(Option.KOKKOS_TRACE));
        KernelNames.Style names = new KernelNames.Style(
                mangled != null ? mangled : isNo(given, "ROCPROF_DEMANGLE_KERNELS"),
                given.flag(Option.TRUNCATE_KERNELS),
                renamed);
        KernelFilter filter = new KernelFilter(
                pattern(given, Option.KERNEL_INCLUDE_REGEX, "kernel filter"),
                pattern(given, Option.KERNEL_EXCLUDE_REGEX, "kernel filter"),
                ranges(given));
        return new DisplaySettings(names, filter, agentIndex(given), given.flag(Option.GROUP_BY_QUEUE));
    }

    private static boolean isNo(Given given, String variable) {
        return Boolean.FALSE.equals(YesNo.parse(given.environment().getOrDefault(variable, "")));
    }

    /// The expression that an option says, null if it says none.
    static @Nullable Pattern pattern(Given given, Option option, String what) {
        String expression = given.text(option, "");
        try {
            return expression.isEmpty() ? null : Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw Given.usage(what + " '" + expression + "' is no regular expression: " + e.getDescription());
        }
    }

    private static List<KernelFilter.Range> ranges(Given given) {
        List<String> said = given.list(Option.KERNEL_ITERATION_RANGE);
        String text = said.isEmpty() ? given.variable(Option.KERNEL_ITERATION_RANGE) : String.join(",", said);
        try {
            return KernelFilter.ranges(text);
        } catch (IllegalArgumentException e) {
            throw Given.usage("kernel iteration range " + e.getMessage());
        }
    }

    private static AgentIndex agentIndex(Given given) {
        AgentIndex index = AgentIndex.of(given.text(Option.AGENT_INDEX, AgentIndex.RELATIVE.label()));
        return index == null ? AgentIndex.RELATIVE : index;
    }

    public Display display(RecordFilter.Conditions conditions) {
        return new Display(new KernelNames(names, new CxxNames()), filter, agentIndex, conditions);
    }
}
