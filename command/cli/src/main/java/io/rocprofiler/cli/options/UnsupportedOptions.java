package io.rocprofiler.cli.options;

import java.util.ArrayList;
import java.util.List;

/// Features of AMD's command that this command lacks: counters, PC sampling, thread trace. Each is one line.
public final class UnsupportedOptions {

    private UnsupportedOptions() {}

    /// Returns a line for each requested recording that is not available; each ends the command if nothing else
    /// is requested.
    public static List<String> recordings(ParsedOptions options) {
        List<String> lines = new ArrayList<>();
        if (options.isGiven(Option.PMC) || !options.variable(Option.PMC).isEmpty()) {
            lines.add("--pmc: hardware counters are not available here");
        }
        if (options.isGiven(Option.PC_SAMPLING_UNIT)
                || options.isGiven(Option.PC_SAMPLING_METHOD)
                || options.isGiven(Option.PC_SAMPLING_INTERVAL)
                || Boolean.TRUE.equals(options.explicit(Option.PC_SAMPLING_BETA_ENABLED))) {
            lines.add("--pc-sampling-*: PC sampling is not available here");
        }
        if (asksForThreadTrace(options)) {
            lines.add("--att*: advanced thread trace is not available here");
        }
        return lines;
    }

    private static boolean asksForThreadTrace(ParsedOptions options) {
        for (Option option : Option.values()) {
            boolean said = options.isGiven(option)
                    && !Boolean.FALSE.equals(options.asMap().get(option.key()));
            if (option.group() == OptionGroup.THREAD_TRACE && said) {
                return true;
            }
        }
        return options.flag(Option.ATT);
    }

    /// Returns a line for each option that works differently or has no effect.
    public static List<String> details(ParsedOptions options) {
        List<String> lines = new ArrayList<>();
        if (options.isGiven(Option.EXTRA_COUNTERS)) {
            lines.add("--extra-counters: hardware counters are not available here");
        }
        if (options.flag(Option.KOKKOS_TRACE)) {
            lines.add("--kokkos-trace: regions of Kokkos are not recorded; markers are, and kernels are named by them");
        }
        if (options.text(Option.PERFETTO_BACKEND, "inprocess").equals("system")) {
            lines.add("--perfetto-backend system: there is no connection to Perfetto's service; a file is written");
        }
        String mode = options.text(Option.BENCHMARK_MODE, "");
        if (mode.equals("sdk-callback-overhead") || mode.equals("execution-profile")) {
            lines.add("--benchmark-mode " + mode + ": not available here; tracing as without it");
        }
        return lines;
    }
}
