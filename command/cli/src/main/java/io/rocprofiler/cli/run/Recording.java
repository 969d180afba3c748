package io.rocprofiler.cli.run;

import io.rocprofiler.cli.options.DisplaySettings;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Periods;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.TraceSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the program's process is told about recording, apart from where.
///
/// @param traces on and off of everything that was said
/// @param periods when to record, empty for always
/// @param preload libraries that stand first
/// @param markers whether the program may use a ROC-TX library that only ours makes traced
/// @param mode of AMD's benchmarks, empty for none
/// @param logLevel for the libraries, empty for theirs
record Recording(
        Map<Trace, Boolean> traces,
        boolean selectedRegions,
        String periods,
        List<String> preload,
        boolean markers,
        String mode,
        String logLevel) {

    static Recording of(ParsedOptions options) {
        Map<Trace, Boolean> traces = TraceSelection.of(options);
        boolean selected = options.flag(Option.SELECTED_REGIONS);
        boolean markers = traces.getOrDefault(Trace.MARKER, false)
                || DisplaySettings.of(options).names().renamed()
                || selected;
        String level = options.isGiven(Option.LOG_LEVEL) ? options.text(Option.LOG_LEVEL, "") : "";
        return new Recording(
                traces,
                selected,
                Periods.of(options),
                preload(options),
                markers && !options.flag(Option.SUPPRESS_MARKER_PRELOAD),
                options.text(Option.BENCHMARK_MODE, ""),
                level.equals("env") || level.equals("config") ? "" : level);
    }

    private static List<String> preload(ParsedOptions options) {
        List<String> said = options.list(Option.PRELOAD);
        List<String> libraries = new ArrayList<>();
        for (String word : said.isEmpty() ? List.of(options.variable(Option.PRELOAD)) : said) {
            for (String library : word.split(":")) {
                if (!library.isEmpty()) {
                    libraries.add(library);
                }
            }
        }
        return List.copyOf(libraries);
    }

    /// Whether the records are only made, and not kept: what that costs is one of AMD's benchmarks.
    boolean discards() {
        return mode.equals("sdk-buffer-overhead") || mode.equals("tool-runtime-overhead");
    }

    /// Tells the process. Variables that are set in the command's own environment are the program's, too.
    void tell(ProgramEnvironment edits) {
        if (selectedRegions) {
            edits.set(Option.SELECTED_REGIONS.form().variable(), "1");
        }
        if (!periods.isEmpty()) {
            edits.set(Option.COLLECTION_PERIOD.form().variable(), periods);
        }
        if (!mode.isEmpty()) {
            edits.set(Option.BENCHMARK_MODE.form().variable(), mode);
        }
        if (!logLevel.isEmpty()) {
            List.of("ROCPROF_LOG_LEVEL", "ROCPROFILER_LOG_LEVEL", "ROCTX_LOG_LEVEL")
                    .forEach(name -> edits.set(name, logLevel));
        }
    }
}
