package io.rocprofiler.cli.options;

import static io.rocprofiler.cli.options.Trace.HIP;
import static io.rocprofiler.cli.options.Trace.HIP_COMPILER;
import static io.rocprofiler.cli.options.Trace.HSA;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Selects what to trace. Every option is on, off or not given (null): an aggregate option sets only the options
/// not given.
public final class TraceSelection {

    private TraceSelection() {}

    /// Returns the value of every trace option that was given, with aggregates expanded.
    public static Map<Trace, Boolean> of(ParsedOptions options) {
        Map<Trace, Boolean> said = new EnumMap<>(Trace.class);
        for (Trace trace : Trace.values()) {
            say(said, options.explicit(trace.option()), EnumSet.of(trace));
        }
        // The order matters: more specific options were set before and stay.
        say(said, options.explicit(Option.HIP_TRACE), HIP);
        say(said, options.explicit(Option.HSA_TRACE), HSA);
        // Launches of graphs count kernels, so queues are followed, which runs of calls only do without.
        boolean tracesHip = on(options, Option.HIP_TRACE) || on(options, Option.HIP_RUNTIME_TRACE);
        if (tracesHip && Boolean.TRUE.equals(said.get(Trace.KERNEL))) {
            say(said, true, EnumSet.of(Trace.HIP_GRAPH));
        }
        if (on(options, Option.KOKKOS_TRACE)) {
            say(said, true, EnumSet.of(Trace.MARKER));
        }
        if (on(options, Option.SYS_TRACE)) {
            say(said, true, EnumSet.allOf(Trace.class));
        }
        if (on(options, Option.RUNTIME_TRACE)) {
            Set<Trace> all = EnumSet.allOf(Trace.class);
            all.removeAll(HSA);
            all.remove(HIP_COMPILER);
            say(said, true, all);
        }
        return said;
    }

    /// Returns the options that switch a trace on, given as options or else as environment variables.
    public static List<String> names(ParsedOptions options) {
        List<Option> selecting = new ArrayList<>(List.of(
                Option.SYS_TRACE, Option.RUNTIME_TRACE, Option.HIP_TRACE, Option.HSA_TRACE, Option.KOKKOS_TRACE));
        for (Trace trace : Trace.values()) {
            selecting.add(trace.option());
        }
        return selecting.stream().filter(options::flag).map(Option::longName).toList();
    }

    private static boolean on(ParsedOptions options, Option option) {
        return Boolean.TRUE.equals(options.explicit(option));
    }

    private static void say(Map<Trace, Boolean> said, @Nullable Boolean value, Set<Trace> traces) {
        if (value != null) {
            traces.forEach(trace -> said.putIfAbsent(trace, value));
        }
    }
}
