package io.rocprofiler.cli.convert;

import io.rocprofiler.trace.ProcessTrace;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Returns the values of name keys for one traced process.
final class NameKeys implements Function<String, @Nullable String> {

    private static final List<String> RANKS = List.of(
            "SLURM_PROCID", "MPI_RANK", "MPI_LOCALRANKID", "MPI_RANKID", "MV2_COMM_WORLD_RANK", "OMPI_COMM_WORLD_RANK");
    private static final List<String> SIZES =
            List.of("MPI_SIZE", "MPI_LOCALNRANKS", "MPI_NRANKS", "MV2_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE");

    private final ProcessTrace process;
    private final Map<String, String> environment;
    private final List<String> command;

    NameKeys(ProcessTrace process, Map<String, String> environment) {
        this.process = process;
        this.environment = environment;
        this.command = process.properties().command();
    }

    /// Returns what replaces the keys of names for one process.
    static OutputNames names(ProcessTrace process, Map<String, String> environment) {
        NameKeys keys = new NameKeys(process, environment);
        return new OutputNames(keys, keys::variable);
    }

    @Override
    public @Nullable String apply(String key) {
        return switch (key) {
            case "hostname", "ppid", "pgid", "psid", "psize" ->
                process.properties().get(key, "0");
            case "pid" -> Long.toString(process.pid());
            case "argv" -> condensed(String.join(" ", command));
            case "argt" -> condensed(tag() + " " + arguments());
            case "args" -> condensed(arguments());
            case "tag" -> tag();
            case "job" -> recorded("job", List.of("SLURM_JOB_ID"), "0");
            case "rank" -> recorded("rank", RANKS, "0");
            case "size" -> recorded("size", SIZES, "1");
            case "nid" -> recorded("rank", RANKS, Long.toString(process.pid()));
            case "cwd" -> System.getProperty("user.dir");
            case "launch_date" -> TimeFormat.format(environment.getOrDefault("ROCPROF_DATE_FORMAT", "%F"), start());
            case "launch_time" ->
                TimeFormat.format(environment.getOrDefault("ROCPROF_TIME_FORMAT", "%F_%H.%M"), start());
            default -> argument(key);
        };
    }

    /// Returns an argument of the command line: `arg0`, `arg1`, …
    private @Nullable String argument(String key) {
        if (!key.matches("arg\\d{1,4}")) {
            return null;
        }
        int number = Integer.parseInt(key.substring(3));
        return number < command.size() ? condensed(command.get(number)) : "";
    }

    private String tag() {
        String program = command.isEmpty() ? "" : command.getFirst();
        return program.substring(program.lastIndexOf('/') + 1);
    }

    private String arguments() {
        return command.isEmpty() ? "" : String.join(" ", command.subList(1, command.size()));
    }

    /// Converts a command line to a part of a file name.
    private static String condensed(String text) {
        return text.strip().replaceAll("[\\s/]+", "_").replaceFirst("^[._]+", "");
    }

    /// Returns the value that the process recorded, else the value from the command's own environment, which
    /// applies if both belong to the same parallel program.
    private String recorded(String key, List<String> variables, String otherwise) {
        String value = process.properties().get(key, "");
        return value.isEmpty() ? first(variables, otherwise) : value;
    }

    /// Returns a variable of the process's environment, which may differ from the command's.
    @Nullable
    String variable(String name) {
        String value = process.properties().get("env." + name, "");
        return value.isEmpty() ? environment.get(name) : value;
    }

    private String first(List<String> names, String otherwise) {
        for (String name : names) {
            String value = environment.get(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return otherwise;
    }

    private ZonedDateTime start() {
        long nanos = process.startRealtimeNanos();
        return Instant.ofEpochSecond(0, nanos).atZone(ZoneId.systemDefault());
    }
}
