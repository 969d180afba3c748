package io.rocprofiler.cli.options;

import java.util.ArrayList;
import java.util.List;

/// What AMD's command can do and this one cannot: counters, PC sampling, thread trace. Each is one line.
public final class Unavailable {

    private Unavailable() {}

    /// One line for each thing that was asked for and is not there, each to end the command if nothing else is asked
    /// for.
    public static List<String> recordings(Given given) {
        List<String> lines = new ArrayList<>();
        if (given.isGiven(Option.PMC) || !given.variable(Option.PMC).isEmpty()) {
            lines.add("--pmc: hardware counters are not available here");
        }
        if (given.isGiven(Option.PC_SAMPLING_UNIT)
                || given.isGiven(Option.PC_SAMPLING_METHOD)
                || given.isGiven(Option.PC_SAMPLING_INTERVAL)
                || Boolean.TRUE.equals(given.said(Option.PC_SAMPLING_BETA_ENABLED))) {
            lines.add("--pc-sampling-*: PC sampling is not available here");
        }
        if (asksForThreadTrace(given)) {
            lines.add("--att*: advanced thread trace is not available here");
        }
        return lines;
    }

    private static boolean asksForThreadTrace(Given given) {
        for (Option option : Option.values()) {
            boolean said =
                    given.isGiven(option) && !Boolean.FALSE.equals(given.asMap().get(option.key()));
            if (option.group() == OptionGroup.THREAD_TRACE && said) {
                return true;
            }
        }
        return given.flag(Option.ATT);
    }

    /// One line for each thing that is done in another way, or without effect.
    public static List<String> details(Given given) {
        List<String> lines = new ArrayList<>();
        if (given.isGiven(Option.EXTRA_COUNTERS)) {
            lines.add("--extra-counters: hardware counters are not available here");
        }
        if (given.flag(Option.KOKKOS_TRACE)) {
            lines.add("--kokkos-trace: regions of Kokkos are not recorded; markers are, and kernels are named by them");
        }
        if (given.text(Option.PERFETTO_BACKEND, "inprocess").equals("system")) {
            lines.add("--perfetto-backend system: there is no connection to Perfetto's service; a file is written");
        }
        String mode = given.text(Option.BENCHMARK_MODE, "");
        if (mode.equals("sdk-callback-overhead") || mode.equals("execution-profile")) {
            lines.add("--benchmark-mode " + mode + ": not available here; tracing as without it");
        }
        return lines;
    }
}
