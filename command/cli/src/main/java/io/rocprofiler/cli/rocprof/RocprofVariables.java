package io.rocprofiler.cli.rocprof;

import static io.rocprofiler.cli.options.ParsedOptions.usage;

import io.rocprofiler.cli.console.CommandException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Converts `rocprof`'s options to the variables of the tracer tool.
final class RocprofVariables {

    private static final Pattern TIME = Pattern.compile("(\\d{1,10})(m|s|ms|us|)");

    private static final long LONGEST_MICROS = 0xfffffffeL; // the tool's 32-bit maximum means "never"

    private RocprofVariables() {}

    /// @throws CommandException when a time is invalid
    static Map<String, String> of(RocprofOptions options) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("ROCTRACER_DOMAIN", domains(options));
        if (options.input != null) {
            variables.put("ROCP_INPUT", Path.of(options.input).toAbsolutePath().toString());
        }
        if (Boolean.FALSE.equals(options.start)) {
            variables.put("ROCP_CTRL_RATE", "-1:0:0");
        } else if (options.period != null) {
            variables.put("ROCP_CTRL_RATE", period(options.period));
        }
        if (options.flushRate != null) {
            variables.put("ROCP_FLUSH_RATE", Long.toString(micros("--flush-rate", options.flushRate, 1)));
        }
        if (Boolean.TRUE.equals(options.basenames)) {
            variables.put("ROCP_TRUNCATE_NAMES", "1");
        }
        return variables;
    }

    private static String domains(RocprofOptions options) {
        StringBuilder domains = new StringBuilder();
        // Statistics without a trace option cover HIP calls and kernels.
        boolean statistics =
                options.stats && !options.hsa && !options.system && !options.roctx && options.input == null;
        if (options.hip || statistics) {
            domains.append(":hip");
        }
        if (options.hsa) {
            domains.append(":hsa");
        }
        if (options.system) {
            domains.append(":sys");
        }
        // An input file selects its domains itself.
        return options.hip || options.hsa || options.system || options.roctx || statistics
                ? domains + ":roctx"
                : domains.toString();
    }

    private static String period(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw usage("--trace-period '" + text + "' is not delay:length:rate");
        }
        long[] micros = Stream.of(parts)
                .mapToLong(part -> micros("--trace-period", part, 0))
                .toArray();
        if (micros[1] > micros[2]) {
            throw usage("--trace-period '" + text + "': the length is greater than the rate");
        }
        return Stream.of(micros[0], micros[1], micros[2]).map(String::valueOf).collect(Collectors.joining(":"));
    }

    private static long micros(String option, String text, long least) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw usage(option + " '" + text + "' is no time: a number with m, s, ms or us");
        }
        long unit = switch (matcher.group(2)) {
            case "m" -> 60_000_000;
            case "s" -> 1_000_000;
            case "ms" -> 1_000;
            default -> 1;
        };
        long micros = Long.parseLong(matcher.group(1)) * unit;
        if (micros < least || micros > LONGEST_MICROS) {
            throw usage(option + " '" + text + "' is not between " + least + " and " + LONGEST_MICROS + " us");
        }
        return micros;
    }
}
