package io.rocprofiler.cli.options;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.TimeSpan;
import io.rocprofiler.trace.display.RecordFilter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The part of a run to convert.
///
/// @param start `--start`, empty for the beginning
/// @param end `--end`, empty for the end
/// @param whole whether records must lie entirely within that time
public record FilterSettings(
        String start,
        String end,
        boolean whole,
        List<Long> threads,
        List<Long> processes,
        List<String> agents,
        @Nullable Pattern name) {

    // Declared before ALL, whose constructor uses it.
    private static final Pattern TIME = Pattern.compile("(\\d{1,19})|(\\d{1,12}(?:\\.\\d{1,9})?)(%|ns|us|ms|s)");

    public static final FilterSettings ALL = new FilterSettings("", "", true, List.of(), List.of(), List.of(), null);

    public FilterSettings {
        matcher(start);
        matcher(end);
    }

    public static FilterSettings of(ParsedOptions options) {
        Boolean whole = options.explicit(Option.INCLUSIVE);
        return new FilterSettings(
                options.text(Option.START, ""),
                options.text(Option.END, ""),
                whole == null || whole,
                numbers(options, Option.THREAD),
                numbers(options, Option.PROCESS),
                words(options, Option.AGENT),
                DisplaySettings.pattern(options, Option.NAME, "name"));
    }

    private static List<Long> numbers(ParsedOptions options, Option option) {
        List<Long> numbers = new ArrayList<>();
        for (String word : words(options, option)) {
            if (!word.matches("\\d{1,18}")) {
                throw ParsedOptions.usage(option.longName() + ": '" + word + "' is no number");
            }
            numbers.add(Long.valueOf(word));
        }
        return numbers;
    }

    private static List<String> words(ParsedOptions options, Option option) {
        List<String> words = new ArrayList<>();
        options.list(option).forEach(value -> words.addAll(List.of(value.split(","))));
        return words;
    }

    private static Matcher matcher(String time) {
        Matcher matcher = TIME.matcher(time);
        if (!time.isEmpty() && !matcher.matches()) {
            throw ParsedOptions.usage(
                    "time '" + time + "' is neither nanoseconds as in the files, nor a share of the run (20%),"
                            + " nor a time after its beginning (1.5s, 10ms, 7us, 100ns)");
        }
        return matcher;
    }

    /// Returns the options that leave something out, with their values.
    public List<String> options() {
        List<String> options = new ArrayList<>();
        add(options, Option.START, start);
        add(options, Option.END, end);
        threads.forEach(thread -> add(options, Option.THREAD, thread.toString()));
        processes.forEach(process -> add(options, Option.PROCESS, process.toString()));
        agents.forEach(agent -> add(options, Option.AGENT, agent));
        add(options, Option.NAME, name == null ? "" : name.pattern());
        return options;
    }

    private static void add(List<String> options, Option option, String value) {
        if (!value.isEmpty()) {
            options.add(option.longName() + " " + value);
        }
    }

    public boolean shows(ProcessTrace process) {
        return processes.isEmpty() || processes.contains(process.pid());
    }

    /// Returns the conditions on times, names and threads that the options request.
    ///
    /// @param span of the whole run; evaluated only if a time is relative to it
    public RecordFilter.Conditions conditions(Supplier<TimeSpan> span) {
        long from = start.isEmpty() ? Long.MIN_VALUE : nanos(start, span);
        long to = end.isEmpty() ? Long.MAX_VALUE : nanos(end, span);
        if (from >= to) {
            throw ParsedOptions.usage("--end " + end + " is not after --start " + start);
        }
        return new RecordFilter.Conditions(from, to, whole, threads, agents, name);
    }

    private static long nanos(String time, Supplier<TimeSpan> span) {
        Matcher matcher = matcher(time);
        String absolute = matcher.group(1);
        if (absolute != null) {
            return new BigDecimal(absolute)
                    .min(BigDecimal.valueOf(Long.MAX_VALUE))
                    .longValueExact();
        }
        TimeSpan run = span.get();
        BigDecimal unit = switch (matcher.group(3)) {
            case "%" -> BigDecimal.valueOf(run.lengthNanos()).movePointLeft(2);
            case "s" -> BigDecimal.valueOf(1_000_000_000);
            case "ms" -> BigDecimal.valueOf(1_000_000);
            case "us" -> BigDecimal.valueOf(1000);
            default -> BigDecimal.ONE;
        };
        BigDecimal nanos = new BigDecimal(matcher.group(2)).multiply(unit);
        return nanos.setScale(0, RoundingMode.HALF_UP)
                .add(BigDecimal.valueOf(run.startNanos()))
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }
}
