package io.rocprofiler.cli;

import io.rocprofiler.trace.export.Format;
import io.rocprofiler.trace.export.SummaryUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What to write, after options, environment variables and defaults have been put together. Checked as a whole, so
/// that a wrong word ends the command before the program begins.
///
/// @param directory may hold name keys
/// @param file may hold name keys and `/`
record OutputSettings(
        String directory,
        String file,
        List<Format> formats,
        boolean stats,
        boolean summary,
        boolean summaryPerDomain,
        List<Pattern> summaryGroups,
        String summaryFile,
        SummaryUnit unit,
        DisplaySettings display) {

    private static final String GROUP_SEPARATOR = "##@@##"; // of ROCPROF_STATS_SUMMARY_GROUPS

    static OutputSettings of(OutputOptions options, DisplayOptions display, Map<String, String> environment) {
        return new OutputSettings(
                text(options.directory, environment, "ROCPROF_OUTPUT_PATH", "%cwd%"),
                text(options.file, environment, "ROCPROF_OUTPUT_FILE_NAME", "%hostname%/%pid%"),
                formats(options.formats, environment.getOrDefault("ROCPROF_OUTPUT_FORMAT", "")),
                flag(options.stats, environment, "ROCPROF_STATS"),
                flag(options.summary, environment, "ROCPROF_STATS_SUMMARY"),
                flag(options.summaryPerDomain, environment, "ROCPROF_STATS_SUMMARY_PER_DOMAIN"),
                groups(options.summaryGroups, environment.getOrDefault("ROCPROF_STATS_SUMMARY_GROUPS", "")),
                text(options.summaryFile, environment, "ROCPROF_STATS_SUMMARY_OUTPUT", "stderr"),
                unit(text(options.summaryUnits, environment, "ROCPROF_STATS_SUMMARY_UNITS", "nsec")),
                DisplaySettings.of(display, environment));
    }

    private static String text(
            @Nullable String option, Map<String, String> environment, String variable, String otherwise) {
        String value = option == null ? environment.getOrDefault(variable, "") : option;
        return value.isEmpty() ? otherwise : value;
    }

    private static boolean flag(@Nullable Boolean option, Map<String, String> environment, String variable) {
        return option == null ? Boolean.TRUE.equals(YesNo.parse(environment.getOrDefault(variable, ""))) : option;
    }

    /// Formats of the command line and of the environment are both written, as AMD's command appends its own.
    private static List<Format> formats(List<String> options, String variable) {
        List<Format> formats = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of(variable.split(",")));
        options.forEach(option -> names.addAll(List.of(option.split(","))));
        for (String name : names) {
            Format format = Format.of(name.strip());
            if (format == null && !name.isBlank()) {
                throw usage("output format '" + name + "' is not known; there are " + Format.names());
            }
            if (format != null && !formats.contains(format)) {
                formats.add(format);
            }
        }
        return formats.isEmpty() ? List.of(Format.CSV) : formats;
    }

    private static List<Pattern> groups(List<String> options, String variable) {
        List<String> expressions = options.isEmpty() ? List.of(variable.split(GROUP_SEPARATOR)) : options;
        List<Pattern> groups = new ArrayList<>();
        for (String expression : expressions) {
            if (expression.isBlank()) {
                continue;
            }
            try {
                groups.add(Pattern.compile(expression));
            } catch (PatternSyntaxException e) {
                throw usage("summary group '" + expression + "' is no regular expression: " + e.getDescription());
            }
        }
        return groups;
    }

    private static SummaryUnit unit(String name) {
        for (SummaryUnit unit : SummaryUnit.values()) {
            if (unit.label().equals(name.toLowerCase(Locale.ROOT))) {
                return unit;
            }
        }
        throw usage("summary unit '" + name + "' is not one of sec, msec, usec, nsec");
    }

    private static CommandException usage(String line) {
        return new CommandException(CommandException.USAGE, line);
    }

    boolean anySummary() {
        return summary || summaryPerDomain || !summaryGroups.isEmpty();
    }

    boolean needsStatistics() {
        return stats || anySummary();
    }

    boolean summaryOnConsole() {
        return summaryFile.equals("stderr") || summaryFile.equals("stdout");
    }

    /// `csv,json`: the recorder keeps the arguments of calls only if a format shows them.
    String formatNames() {
        return formats.stream().map(Format::option).collect(Collectors.joining(","));
    }

    /// The part of the output directory that is known before any process runs: up to the first key.
    Path fixedDirectory() {
        Path fixed = Path.of(directory.startsWith("/") ? "/" : "");
        for (Path part : Path.of(directory.replace("%cwd%", System.getProperty("user.dir")))) {
            if (part.toString().matches(".*[%{$].*")) {
                break;
            }
            fixed = fixed.resolve(part);
        }
        return directory.startsWith("%cwd%") ? Path.of("/").resolve(fixed) : fixed;
    }

    /// `config` of the JSON metadata.
    Map<String, Object> configuration() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("output_path", directory);
        values.put("output_file", file);
        values.put("summary", summary);
        values.put("summary_per_domain", summaryPerDomain);
        values.put("summary_groups", summaryGroups);
        values.put("summary_unit", unit.label());
        values.put("summary_file", summaryFile);
        values.put("csv_output", formats.contains(Format.CSV));
        values.put("json_output", formats.contains(Format.JSON));
        values.put("pftrace_output", formats.contains(Format.PFTRACE));
        values.put("otf2_output", formats.contains(Format.OTF2));
        values.put("summary_output", anySummary());
        values.put("rocpd_output", false);
        values.put("kernel_rename", display.names().renamed());
        values.put("group_by_queue", display.groupByQueue());
        return values;
    }
}
