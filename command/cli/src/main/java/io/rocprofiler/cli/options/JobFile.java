package io.rocprofiler.cli.options;

import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Reads an input file (`rocprofv3.py` of rocprofiler-sdk 1.4.1): a job for each line with `pmc:`, or those of
/// `{"jobs": [{...}, ...]}`. An unknown key is a warning: AMD's command ignores it, and with it what was meant.
public final class JobFile {

    private static final String COUNTERS = "pmc:";
    private static final String REPLAY = "job_replay_mode";

    private final Path file;
    private final Consumer<String> warnings;

    private JobFile(Path file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    /// Reads all jobs, at least one.
    ///
    /// @param warnings lines about what has no effect
    /// @throws CommandException if the file cannot be read or parsed
    static List<Job> read(Path file, Consumer<String> warnings) {
        return new JobFile(file, warnings).read();
    }

    private List<Job> read() {
        String name = file.toString().toLowerCase(Locale.ROOT);
        List<Job> jobs;
        try {
            if (name.endsWith(".txt") || name.endsWith(".text")) {
                jobs = ofLines(Files.readAllLines(file));
            } else if (name.endsWith(".json")) {
                jobs = ofTree(new JsonMapper());
            } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                jobs = ofTree(new YAMLMapper());
            } else {
                throw Refusals.refused("input file " + file + " is none of .txt, .text, .json, .yaml, .yml");
            }
        } catch (IOException e) {
            throw ParsedOptions.usage("input file " + file + ": " + IoErrorText.of(e));
        }
        if (jobs.isEmpty()) {
            throw ParsedOptions.usage("input file " + file + " holds no jobs");
        }
        return jobs;
    }

    private List<Job> ofLines(List<String> lines) {
        List<Job> jobs = new ArrayList<>();
        List<String> same = new ArrayList<>();
        for (String line : lines) {
            String text = line.split("#", 2)[0];
            int at = text.indexOf(COUNTERS);
            if (at >= 0) {
                List<String> counters =
                        List.of(text.substring(at + COUNTERS.length()).strip().split("[\\s,]+"));
                jobs.add(new Job(Map.of(Option.PMC, List.of(counters)), "pmc_"));
                same.add("{pmc: [" + String.join(", ", counters) + "]}");
            }
        }
        warnings.accept("input file " + file + ": lines of text are deprecated; the same in YAML is jobs: ["
                + String.join(", ", same) + "]");
        return jobs;
    }

    private List<Job> ofTree(ObjectMapper mapper) throws IOException {
        Object tree;
        try {
            tree = mapper.readValue(Files.readString(file), Object.class);
        } catch (JacksonException e) {
            throw ParsedOptions.usage("input file " + file + " is not valid "
                    + (mapper instanceof YAMLMapper ? "YAML" : "JSON") + place(e.getLocation()));
        }
        if (!(tree instanceof Map<?, ?> root) || !(root.get("jobs") instanceof List<?> jobs)) {
            throw ParsedOptions.usage("input file " + file + " has no list of jobs");
        }
        List<Job> found = new ArrayList<>();
        for (Object job : jobs) {
            if (!(job instanceof Map<?, ?> values)) {
                throw ParsedOptions.usage("input file " + file + ": job " + (found.size() + 1) + " has no keys");
            }
            found.add(new Job(options(values), "pass_"));
        }
        return isReplayed(root) ? List.of(replayed(found)) : found;
    }

    private static boolean isReplayed(Map<?, ?> root) {
        String mode = String.valueOf(root.get(REPLAY)).toLowerCase(Locale.ROOT);
        if (root.get(REPLAY) != null && !Option.REPLAY_MODE.form().words().contains(mode)) {
            throw Refusals.refused("input file: " + REPLAY + ": '" + mode + "' is not one of "
                    + String.join(", ", Option.REPLAY_MODE.form().words()));
        }
        return mode.equals("kernel");
    }

    /// Returns the one job whose groups of counters are those of all jobs: the passes of each kernel.
    private static Job replayed(List<Job> jobs) {
        Map<Option, Object> all = new EnumMap<>(Option.class);
        List<Object> groups = new ArrayList<>();
        for (Job job : jobs) {
            job.options().forEach((option, value) -> {
                Object other = option == Option.PMC ? null : all.putIfAbsent(option, value);
                if (option == Option.PMC) {
                    groups.addAll((List<?>) value);
                } else if (other != null && !other.equals(value)) {
                    throw Refusals.refused("conflicting value for " + option.key() + " in two jobs of one run: " + other
                            + " and " + value);
                }
            });
        }
        if (all.containsKey(Option.PMC_GROUPS)) {
            throw Refusals.refused("input file: " + REPLAY + ": kernel and pmc_groups exclude each other");
        }
        if (!groups.isEmpty()) {
            all.put(Option.PMC, groups);
        }
        all.put(Option.REPLAY_MODE, "kernel");
        return new Job(all, "");
    }

    private static String place(@Nullable TokenStreamLocation at) {
        return at == null
                ? ""
                : ": look at line " + at.getLineNr() + ", column " + at.getColumnNr() + ", or just before";
    }

    private void warn(String key) {
        KnownNames known = new KnownNames(Arrays.stream(Option.values())
                .filter(option -> option.form().file())
                .map(Option::key)
                .toList());
        String near = known.nearest(key.replace('-', '_'))
                .map(name -> "; did you mean " + name + "?")
                .orElse("; keys are the long names of options, with _ for -: see rocprofv3 --help");
        warnings.accept("input file " + file + ": there is no key " + key + ", and it is ignored" + near);
    }

    private Map<Option, Object> options(Map<?, ?> values) {
        Map<Option, Object> options = new EnumMap<>(Option.class);
        values.forEach((key, value) -> {
            Option option = Option.ofKey(String.valueOf(key));
            if (option == null) {
                warn(String.valueOf(key));
            } else if (value != null && !List.of().equals(value)) {
                options.put(option, ParsedOptions.value(option, value));
            }
        });
        return options;
    }
}
