package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a JVM in each traced program, and the records, need of the system; and what in the environment is in the way.
record SystemCheck(Machine machine, Path here) {

    private static final long MEGABYTE = 1 << 20;

    /// The smallest program takes 51 MB with the JVM in it.
    private static final long LEAST_MEMORY = 128 * MEGABYTE;

    private static final long LEAST_ADDRESS_SPACE = 2048 * MEGABYTE;
    private static final long LEAST_DISK = 256 * MEGABYTE;
    private static final long LEAST_THREADS = 64;

    /// Variables that switch tracing off, with the value that does.
    private static final List<String> SWITCHES = List.of(
            "ROCPROFILER_REGISTER_ENABLED=0",
            "ROCPROFILER_REGISTER_ENABLED=false",
            "ROCPROFILER_REGISTER_ENABLED=no",
            "HSA_TOOLS_DISABLE_REGISTER=1");

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.note(
                "system",
                "Linux " + System.getProperty("os.version") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors, Java "
                        + System.getProperty("java.version") + ", " + name()));
        findings.add(memory());
        findings.add(limit("Max address space", LEAST_ADDRESS_SPACE, "ulimit -v unlimited", MEGABYTE, " MB"));
        findings.add(limit("Max processes", LEAST_THREADS, "ulimit -u 4096", 1, ""));
        findings.add(disk());
        for (String variable : SWITCHES) {
            String[] parts = variable.split("=");
            if (machine.variable(parts[0]).equals(parts[1])) {
                findings.add(Finding.bad("environment", variable + " switches tracing off", "unset " + parts[0]));
            }
        }
        if (Files.exists(machine.at("/.dockerenv")) || Files.exists(machine.at("/run/.containerenv"))) {
            findings.add(Finding.note("container", "yes: the limits above are the container's"));
        }
        return findings;
    }

    private String name() {
        return machine.text("/etc/os-release")
                .lines()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring("PRETTY_NAME=".length()).replace("\"", ""))
                .findFirst()
                .orElse("unknown distribution");
    }

    private Finding memory() {
        String most = machine.text("/sys/fs/cgroup/memory.max");
        if (!most.matches("\\d{1,18}")) {
            return Finding.good("memory", "no limit");
        }
        long bytes = Long.parseLong(most);
        String text = "the control group allows " + bytes / MEGABYTE + " MB";
        return bytes >= LEAST_MEMORY
                ? Finding.good("memory", text)
                : Finding.bad("memory", text, "allow " + LEAST_MEMORY / MEGABYTE + " MB more than the program needs");
    }

    /// @param name of a line of `/proc/self/limits`
    private Finding limit(String name, long least, String advice, long unit, String unitName) {
        String subject = name.substring("Max ".length());
        String soft = machine.text("/proc/self/limits")
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length()).strip().split(" +")[0])
                .findFirst()
                .orElse("unlimited");
        if (!soft.matches("\\d{1,18}")) {
            return Finding.good(subject, "no limit");
        }
        String text = Long.parseLong(soft) / unit + unitName;
        return Long.parseLong(soft) >= least ? Finding.good(subject, text) : Finding.bad(subject, text, advice);
    }

    private Finding disk() {
        try {
            FileStore store = Files.getFileStore(here);
            long free = store.getUsableSpace();
            String text = free / MEGABYTE + " MB free in " + here;
            return free >= LEAST_DISK
                    ? Finding.good("disk", text)
                    : Finding.bad("disk", text, "write elsewhere: rocprofv3 -d DIRECTORY ...");
        } catch (IOException e) {
            return Finding.bad("disk", here + ": " + e.getMessage(), "write elsewhere: rocprofv3 -d DIRECTORY ...");
        }
    }
}
