package io.rocprofiler.cli.options;

import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Features of AMD's command that this command lacks. Each is one line, and the program runs.
public final class UnsupportedOptions {

    /// The groups whose options ask for records.
    private static final Set<OptionGroup> RECORDING = EnumSet.of(
            OptionGroup.BASIC,
            OptionGroup.GRANULAR,
            OptionGroup.COUNTERS,
            OptionGroup.STREAMING,
            OptionGroup.PC_SAMPLING,
            OptionGroup.ATTACHMENT,
            OptionGroup.THREAD_TRACE);

    private UnsupportedOptions() {}

    /// Whether the options ask for records that are not available.
    public static boolean asksForRecords(ParsedOptions options) {
        return lacking().anyMatch(option -> RECORDING.contains(option.group()) && isAsked(options, option));
    }

    private static Stream<Option> lacking() {
        return Stream.of(Option.values())
                .filter(option -> !option.form().lacking().isEmpty());
    }

    /// Whether an option is given, or else its variable, and not as a no.
    static boolean isAsked(ParsedOptions options, Option option) {
        Kind kind = option.form().kind();
        if (kind == Kind.FLAG) {
            return options.flag(option);
        }
        if (kind == Kind.WORDS && options.isGiven(option)) {
            List<String> words = options.list(option);
            return words.size() != 1 || !Boolean.FALSE.equals(YesNo.parse(words.getFirst()));
        }
        String variable = options.variable(option);
        return options.isGiven(option) || (!variable.isEmpty() && !Boolean.FALSE.equals(YesNo.parse(variable)));
    }

    /// Returns a line for each feature that is not available, with the options that asked for it, and one for each
    /// option that works differently.
    public static List<String> lines(ParsedOptions options) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        lacking()
                .filter(option -> isAsked(options, option))
                .forEach(option -> names.computeIfAbsent(option.form().lacking(), _ -> new ArrayList<>())
                        .add(option.form().run() ? option.longName() : option.key()));
        List<String> lines = new ArrayList<>();
        names.forEach((what, of) -> lines.add(String.join(", ", of) + ": " + what));
        lines.addAll(details(options));
        return lines;
    }

    private static List<String> details(ParsedOptions options) {
        List<String> lines = new ArrayList<>();
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
        List<String> words = options.list(Option.OMPT_TRACE);
        if (words.size() > 1 && words.contains("all")) {
            lines.add("--ompt-trace: all is said, and other words beside it are ignored");
        }
        return lines;
    }
}
