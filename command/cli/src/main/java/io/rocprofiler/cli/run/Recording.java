package io.rocprofiler.cli.run;

import io.rocprofiler.cli.options.DisplaySettings;
import io.rocprofiler.cli.options.MpiRank;
import io.rocprofiler.cli.options.Option;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Periods;
import io.rocprofiler.cli.options.Trace;
import io.rocprofiler.cli.options.TraceSelection;
import io.rocprofiler.cli.options.YesNo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The recording settings of the program's process, except the directory.
///
/// @param asked the options that switch traces on
/// @param traces the value of every trace option that was given
/// @param periods when to record, empty for always
/// @param preload libraries to preload first
/// @param markers whether to preload our ROC-TX library, for programs that use another one
/// @param mode of AMD's benchmarks, empty for none
/// @param logLevel for the libraries, empty for their default
/// @param rank of the process in a parallel program, null if unknown
record Recording(
        List<String> asked,
        Map<Trace, Boolean> traces,
        boolean selectedRegions,
        String periods,
        List<String> preload,
        boolean markers,
        String mode,
        String logLevel,
        @Nullable MpiRank rank) {

    static Recording of(ParsedOptions options) {
        Map<Trace, Boolean> traces = TraceSelection.of(options);
        boolean selected = options.flag(Option.SELECTED_REGIONS);
        boolean markers = traces.getOrDefault(Trace.MARKER, false)
                || DisplaySettings.of(options).names().renamed()
                || selected;
        String level = options.isGiven(Option.LOG_LEVEL) ? options.text(Option.LOG_LEVEL, "") : "";
        return new Recording(
                TraceSelection.names(options),
                traces,
                selected,
                Periods.of(options),
                preload(options),
                markers && !options.flag(Option.SUPPRESS_MARKER_PRELOAD),
                options.text(Option.BENCHMARK_MODE, ""),
                level.equals("env") || level.equals("config") ? "" : level,
                MpiRank.of(options));
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

    /// Whether a trace is on. Options override the environment, where every option can be set, too.
    boolean isOn(Trace trace, Map<String, String> environment) {
        Boolean said = traces.get(trace);
        return said != null ? said : Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault(trace.variable(), "")));
    }

    /// Whether records are created but not kept, as in some of AMD's benchmarks.
    boolean discards() {
        return mode.equals("sdk-buffer-overhead") || mode.equals("tool-runtime-overhead");
    }

    /// Sets the variables for the process. Variables of the command's own environment apply to the program, too.
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
        if (rank != null) {
            edits.set(Option.MPI_WORLD_RANK_VARIABLE.form().variable(), rank.rankVariable());
            edits.set(Option.MPI_WORLD_SIZE_VARIABLE.form().variable(), rank.sizeVariable());
        }
        if (!logLevel.isEmpty()) {
            List.of("ROCPROF_LOG_LEVEL", "ROCPROFILER_LOG_LEVEL", "ROCTX_LOG_LEVEL")
                    .forEach(name -> edits.set(name, logLevel));
        }
    }
}
