package io.rocprofiler.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The checks of the user and of variables.
final class EnvironmentChecks {

    /// Of profilers that take the place of HSA's functions as we do: two of them miss each other's calls.
    private static final Pattern OTHER_PROFILER = Pattern.compile(
            "lib(rocprofiler64|rocprofiler64v2|rocprof|roctracer_tool|rocprofiler-sdk-tool|rocprof-sys|omnitrace)[-.\\w]*");

    private static final Map<String, String> TRIALS =
            Map.of("ROCPROFILER_PC_SAMPLING_BETA_ENABLED", "PC sampling", "ROCPROFILER_SPM_BETA_ENABLED", "SPM");

    private static final Pattern OURS = Pattern.compile("(ROCPROF|ROCPROFILER|ROCTRACER|ROCP|ROCTX)_.*");
    private static final String NOBODY = "4294967295"; // of loginuid: not set

    private EnvironmentChecks() {}

    static Answer user(Site site) {
        String[] ids = site.status("Uid").split("\\s+");
        if (ids.length < 2 || !ids[1].equals("0")) {
            return Answer.pass("user " + ids[0]).with("uid", ids[0]);
        }
        String login = site.machine().text("/proc/self/loginuid");
        String behind = site.machine().variable("SUDO_USER");
        boolean isFor = !behind.isEmpty() && !behind.equals("root");
        if (!isFor && login.matches("[1-9]\\d*") && !login.equals(NOBODY)) {
            behind = "user " + login;
            isFor = true;
        }
        return isFor
                ? Answer.fail(
                                "this is root in place of " + behind + ": rights and variables are not that user's",
                                "run it without sudo")
                        .with("uid", "0")
                : Answer.pass("root").with("uid", "0");
    }

    static Answer preload(Site site) {
        return libraries(site, "LD_PRELOAD", "[\\s:]+", "are in every program");
    }

    static Answer hsaTools(Site site) {
        return libraries(site, "HSA_TOOLS_LIB", "\\s+", "get HSA's table, too");
    }

    private static Answer libraries(Site site, String variable, String separator, String effect) {
        String value = site.machine().variable(variable).strip();
        if (value.isEmpty()) {
            return Answer.pass(variable + " is not set");
        }
        List<String> names = List.of(value.split(separator));
        for (String name : names) {
            if (OTHER_PROFILER
                    .matcher(String.valueOf(Path.of(name).getFileName()))
                    .matches()) {
                return Answer.fail(name + " is a profiler, and gets the calls of programs, too", "unset " + variable)
                        .with("value", value);
            }
        }
        return missing(site, variable, names).with("effect", effect);
    }

    static Answer tools(Site site) {
        String value = site.machine().variable("ROCP_TOOL_LIBRARIES");
        return value.isEmpty()
                ? Answer.pass("ROCP_TOOL_LIBRARIES is not set")
                : missing(site, "ROCP_TOOL_LIBRARIES", List.of(value.split("[:,;]")));
    }

    /// Files with a path that are not there. A name without one is looked for by the dynamic linker.
    private static Answer missing(Site site, String variable, List<String> names) {
        List<String> missing = names.stream()
                .filter(name -> name.startsWith("/") && !name.contains("$"))
                .filter(name -> !Files.exists(site.machine().at(name)))
                .toList();
        String value = String.join(" ", names);
        return missing.isEmpty()
                ? Answer.pass(variable + ": " + value).with("value", value)
                : Answer.fail(
                                String.join(", ", missing) + " in " + variable + " is not there",
                                "unset " + variable + ", or name files that are there")
                        .with("value", value);
    }

    static Answer visibility(Site site) {
        Map<String, Object> set = new TreeMap<>();
        for (String name : DriverCheck.CHOICES) {
            if (site.machine().environment().containsKey(name)) {
                set.put(name, site.machine().variable(name));
            }
        }
        return set.isEmpty()
                ? Answer.pass("no variable chooses among them")
                : Answer.fail(
                                set + ": programs see others than there are",
                                "unset " + String.join(" ", set.keySet()) + ", if that is not meant")
                        .with("variables", set);
    }

    static Answer trials(Site site) {
        Map<String, Object> on = new TreeMap<>();
        TRIALS.forEach((name, what) -> {
            if (!site.machine().variable(name).isEmpty()) {
                on.put(name, what + ", which is not available here");
            }
        });
        return Answer.pass(on.isEmpty() ? "none" : on.toString()).with("variables", on);
    }

    static Answer all(Site site) {
        Map<String, Object> set = new TreeMap<>();
        site.machine().environment().forEach((name, value) -> {
            if (OURS.matcher(name).matches()) {
                set.put(name, value);
            }
        });
        return Answer.pass(set.isEmpty() ? "none" : String.join(", ", set.keySet()))
                .with("variables", set);
    }
}
