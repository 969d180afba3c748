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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Reads an input file (`rocprofv3.py` of rocprofiler-sdk 1.0.0): a job for each line with `pmc:`, or those of
/// `{"jobs": [{...}, ...]}`. An unknown key is an error: AMD's command ignores it, and with it what was meant.
public final class JobFile {

    private static final String COUNTERS = "pmc:";
    private static final String GROUPS = "pmc_groups";
    private static final String INTERVAL = "pmc_group_interval";

    private JobFile() {}

    /// Reads all jobs, at least one.
    ///
    /// @throws CommandException if the file cannot be read or parsed
    public static List<Job> read(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        List<Job> jobs;
        try {
            if (name.endsWith(".txt")) {
                jobs = ofLines(Files.readAllLines(file));
            } else if (name.endsWith(".json")) {
                jobs = ofTree(file, new JsonMapper());
            } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                jobs = ofTree(file, new YAMLMapper());
            } else {
                throw ParsedOptions.usage("input file " + file + " is none of .txt, .json, .yaml, .yml");
            }
        } catch (IOException e) {
            throw ParsedOptions.usage("input file " + file + ": " + IoErrorText.of(e));
        }
        if (jobs.isEmpty()) {
            throw ParsedOptions.usage("input file " + file + " holds no jobs");
        }
        return jobs;
    }

    private static List<Job> ofLines(List<String> lines) {
        List<Job> jobs = new ArrayList<>();
        for (String line : lines) {
            String text = line.split("#", 2)[0];
            int at = text.indexOf(COUNTERS);
            if (at >= 0) {
                List<String> counters =
                        List.of(text.substring(at + COUNTERS.length()).strip().split("[\\s,]+"));
                jobs.add(new Job(Map.of(Option.PMC, counters), "pmc_"));
            }
        }
        return jobs;
    }

    private static List<Job> ofTree(Path file, ObjectMapper mapper) throws IOException {
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
        return found;
    }

    private static String place(@Nullable TokenStreamLocation at) {
        return at == null
                ? ""
                : ": look at line " + at.getLineNr() + ", column " + at.getColumnNr() + ", or just before";
    }

    private static void refuse(String key) {
        if (key.equals(GROUPS) || key.equals(INTERVAL)) {
            return;
        }
        KnownNames known = new KnownNames(Arrays.stream(Option.values())
                .filter(option -> option.form().run())
                .map(Option::key)
                .toList());
        String near = known.nearest(key.replace('-', '_'))
                .map(name -> "; did you mean " + name + "?")
                .orElse("; keys are the long names of options, with _ for -: see rocprofv3 --help");
        throw ParsedOptions.usage("input file: there is no key " + key + near);
    }

    private static Map<Option, Object> options(Map<?, ?> values) {
        Map<Option, Object> options = new EnumMap<>(Option.class);
        values.forEach((key, value) -> {
            Option option = Option.ofKey(String.valueOf(key));
            if (option == null) {
                refuse(String.valueOf(key));
            } else if (value != null) {
                options.put(option, ParsedOptions.value(option, value));
            }
        });
        if (values.get(GROUPS) != null) {
            if (options.containsKey(Option.PMC)) {
                throw ParsedOptions.usage("input file: pmc and pmc_groups in one job");
            }
            options.put(Option.PMC, List.of(String.valueOf(values.get(GROUPS))));
        }
        return options;
    }
}
