package io.rocprofiler.cli.options;

import io.rocprofiler.export.rocpd.SchemaVersion;
import io.rocprofiler.export.summary.SummaryUnit;
import io.rocprofiler.trace.summary.SummaryLane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/// The output settings, combined from options, environment variables and defaults. Validated as a whole, so that an
/// invalid word ends the command before the program starts.
///
/// @param directory may contain name keys
/// @param file may contain name keys and `/`
/// @param formats empty if only a summary is requested
/// @param tables of a summary
/// @param minimumBytes the least amount of records for which output is written
/// @param temporary the directory for temporary files
/// @param rocpdSchema the version of the schema of rocpd's databases
/// @param perfetto the options for Perfetto, for the files that repeat them
public record OutputSettings(
        String directory,
        String file,
        List<Format> formats,
        boolean stats,
        boolean summary,
        boolean summaryPerDomain,
        List<Pattern> summaryGroups,
        List<SummaryLane> summaryPer,
        String summaryFile,
        TableSettings tables,
        boolean writeConfiguration,
        long minimumBytes,
        String temporary,
        SchemaVersion rocpdSchema,
        Map<String, String> perfetto,
        DisplaySettings display) {

    static final Format DEFAULT_FORMAT = Objects.requireNonNullElse(Format.of("rocpd"), Format.CSV);

    private static final String DEFAULT_FILE = "%hostname%/%pid%"; // AMD's
    private static final String GROUP_SEPARATOR = "##@@##"; // of ROCPROF_STATS_SUMMARY_GROUPS
    private static final long BYTES_PER_KB = 1024;

    /// Returns the settings of a run.
    ///
    /// @param subDirectory below the output directory, empty for none: each of several jobs has its own
    public static OutputSettings of(ParsedOptions options, String subDirectory) {
        String directory = options.text(Option.OUTPUT_DIRECTORY, "%cwd%");
        return of(
                options,
                subDirectory.isEmpty() ? directory : directory + "/" + subDirectory,
                List.of(DEFAULT_FORMAT),
                DisplaySettings.of(options).withAllKernels());
    }

    /// Returns the settings of a conversion, where requesting a summary does not imply any files.
    public static OutputSettings ofConversion(ParsedOptions options) {
        boolean summary = options.flag(Option.SUMMARY)
                || options.flag(Option.SUMMARY_PER_DOMAIN)
                || !groups(options).isEmpty()
                || !lanes(options).isEmpty();
        return of(
                options,
                options.text(Option.OUTPUT_DIRECTORY, "%cwd%"),
                summary && !options.flag(Option.STATS) ? List.of() : List.of(DEFAULT_FORMAT),
                DisplaySettings.of(options));
    }

    private static OutputSettings of(
            ParsedOptions options, String directory, List<Format> otherwise, DisplaySettings display) {
        List<Format> formats = formats(options);
        return new OutputSettings(
                directory,
                options.text(Option.OUTPUT_FILE, DEFAULT_FILE),
                formats.isEmpty() ? otherwise : formats,
                options.flag(Option.STATS),
                options.flag(Option.SUMMARY),
                options.flag(Option.SUMMARY_PER_DOMAIN),
                groups(options),
                lanes(options),
                options.text(Option.SUMMARY_OUTPUT_FILE, "stderr"),
                TableSettings.of(options),
                options.flag(Option.OUTPUT_CONFIG),
                minimum(options),
                options.environment().getOrDefault("ROCPROF_TMPDIR", directory),
                schema(options),
                perfetto(options),
                display);
    }

    /// Returns the formats of both the environment and the command line, which AMD's command appends.
    private static List<Format> formats(ParsedOptions options) {
        List<Format> formats = new ArrayList<>();
        List<String> names =
                new ArrayList<>(List.of(options.variable(Option.OUTPUT_FORMAT).split(",")));
        options.list(Option.OUTPUT_FORMAT).forEach(option -> names.addAll(List.of(option.split(","))));
        for (String name : names) {
            Format format = Format.of(name.strip());
            if (format == null && !name.isBlank()) {
                throw ParsedOptions.usage("output format '" + name + "' is not known; there are " + Format.names());
            }
            if (format != null && !formats.contains(format)) {
                formats.add(format);
            }
        }
        return List.copyOf(formats);
    }

    private static List<Pattern> groups(ParsedOptions options) {
        List<String> said = options.list(Option.SUMMARY_GROUPS);
        List<String> expressions =
                said.isEmpty() ? List.of(options.variable(Option.SUMMARY_GROUPS).split(GROUP_SEPARATOR)) : said;
        List<Pattern> groups = new ArrayList<>();
        for (String expression : expressions) {
            if (expression.isBlank()) {
                continue;
            }
            try {
                groups.add(Pattern.compile(expression));
            } catch (PatternSyntaxException e) {
                throw ParsedOptions.usage(
                        "summary group '" + expression + "' is no regular expression: " + e.getDescription());
            }
        }
        return groups;
    }

    /// Returns by what tables are divided.
    ///
    /// @throws io.rocprofiler.cli.console.CommandException if a word is not understood
    public static List<SummaryLane> lanes(ParsedOptions options) {
        List<SummaryLane> lanes = new ArrayList<>();
        for (String value : options.list(Option.SUMMARY_PER)) {
            for (String word : value.split(",")) {
                List<String> words = Option.SUMMARY_PER.form().words();
                int place = words.indexOf(word.strip().toLowerCase(Locale.ROOT));
                if (place < 0) {
                    throw ParsedOptions.usage(Option.SUMMARY_PER.longName() + ": '" + word + "' is not one of "
                            + String.join(", ", words));
                }
                lanes.add(SummaryLane.valueOf(words.get(place).toUpperCase(Locale.ROOT)));
            }
        }
        return lanes.stream().distinct().toList();
    }

    /// Returns the minimum in bytes; the option is in KB, the variable in bytes.
    private static long minimum(ParsedOptions options) {
        String bytes = options.environment().getOrDefault("ROCPROF_MINIMUM_OUTPUT_BYTES", "");
        String option = options.text(Option.MINIMUM_OUTPUT_DATA, "");
        String said = option.isEmpty() ? bytes : option;
        if (said.isEmpty()) {
            return 0;
        }
        if (!said.matches("\\d{1,15}")) {
            throw ParsedOptions.usage("minimum output data '" + said + "' is no number");
        }
        return Long.parseLong(said) * (option.isEmpty() ? 1 : BYTES_PER_KB);
    }

    private static SchemaVersion schema(ParsedOptions options) {
        String said = options.text(Option.ROCPD_SCHEMA, "");
        return Objects.requireNonNullElse(SchemaVersion.of(said), SchemaVersion.newest());
    }

    private static Map<String, String> perfetto(ParsedOptions options) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("perfetto_backend", options.text(Option.PERFETTO_BACKEND, "inprocess"));
        values.put("perfetto_buffer_fill_policy", options.text(Option.PERFETTO_BUFFER_FILL_POLICY, "discard"));
        values.put("perfetto_buffer_size", options.text(Option.PERFETTO_BUFFER_SIZE, "1048576"));
        values.put("perfetto_shmem_size_hint", options.text(Option.PERFETTO_SHMEM_SIZE_HINT, "64"));
        return Map.copyOf(values);
    }

    /// Whether there is nothing to write or to print.
    public boolean isNothing() {
        return formats.isEmpty() && !anySummary() && !writeConfiguration;
    }

    /// Returns the same settings without a format.
    public OutputSettings without(Format format) {
        List<Format> others = formats.stream().filter(other -> other != format).toList();
        return new OutputSettings(
                directory,
                file,
                others,
                stats,
                summary,
                summaryPerDomain,
                summaryGroups,
                summaryPer,
                summaryFile,
                tables,
                writeConfiguration,
                minimumBytes,
                temporary,
                rocpdSchema,
                perfetto,
                display);
    }

    /// Whether the user named the files.
    public boolean isNamed() {
        return !file.equals(DEFAULT_FILE);
    }

    /// Returns a line for each setting without effect.
    public List<String> warnings() {
        return stats && !writes("csv") && !writes("json")
                ? List.of(
                        "--stats has no effect without csv or json among the formats; rocpd summary has statistics of a"
                                + " database")
                : List.of();
    }

    public boolean anySummary() {
        return summary || summaryPerDomain || !summaryGroups.isEmpty() || !summaryPer.isEmpty();
    }

    public boolean needsStatistics() {
        return stats || anySummary();
    }

    public boolean summaryOnConsole() {
        return summaryFile.equals("stderr") || summaryFile.equals("stdout");
    }

    /// The names for the recorder: `csv,json`.
    public String formatNames() {
        return formats.stream().map(Format::option).collect(Collectors.joining(","));
    }

    /// The part of the output directory that is known before any process runs: up to the first name key.
    public Path fixedDirectory() {
        Path fixed = Path.of(directory.startsWith("/") ? "/" : "");
        for (Path part : Path.of(directory.replace("%cwd%", System.getProperty("user.dir")))) {
            if (part.toString().matches(".*[%{$].*")) {
                break;
            }
            fixed = fixed.resolve(part);
        }
        return directory.startsWith("%cwd%") ? Path.of("/").resolve(fixed) : fixed;
    }

    /// Returns `config` of the JSON metadata.
    ///
    /// @param resolved replaces the name keys in a name
    public Map<String, Object> configuration(UnaryOperator<String> resolved) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("output_path", resolved.apply(directory));
        values.put("output_file", resolved.apply(file));
        values.put("tmp_directory", resolved.apply(temporary));
        values.put("raw_output_path", directory);
        values.put("raw_output_file", file);
        values.put("raw_tmp_directory", temporary);
        List.of("backend", "buffer_fill_policy", "buffer_size", "shmem_size_hint")
                .forEach(name -> {
                    String key = "perfetto_" + name;
                    String value = perfetto.getOrDefault(key, "");
                    values.put(key, value.matches("\\d{1,18}") ? (Object) Long.valueOf(value) : value);
                });
        values.put("summary", summary);
        values.put("summary_per_domain", summaryPerDomain);
        values.put(
                "summary_groups", summaryGroups.stream().map(Pattern::pattern).toList());
        values.put("summary_unit", tables.unit(SummaryUnit.NSEC).label());
        values.put("summary_file", summaryFile);
        for (String name : List.of("csv", "json", "pftrace", "otf2")) {
            values.put(name + "_output", writes(name));
        }
        values.put("summary_output", anySummary());
        values.put("rocpd_output", writes("rocpd"));
        values.put("kernel_rename", display.names().renamed());
        values.put("group_by_queue", display.groupByQueue());
        return values;
    }

    private boolean writes(String name) {
        Format format = Format.of(name);
        return format != null && formats.contains(format);
    }
}
