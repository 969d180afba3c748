package io.rocprofiler.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The limits of processes, control groups, and sandboxes, against what a JVM in each traced program needs (ADR 0014).
record LimitsCheck(Machine machine) {

    private static final long MEGABYTE = 1 << 20;
    private static final long LEAST_MEMORY = 72 * MEGABYTE;
    private static final long LEAST_ADDRESS_SPACE = 320 * MEGABYTE;
    private static final long LEAST_THREADS = 20;
    private static final long LEAST_FILES = 32;
    private static final long LEAST_FILE_SIZE = 16 * MEGABYTE;

    /// Numbers of more digits stand for "no limit" in the older generation of control groups.
    private static final long UNLIMITED = 1_000_000_000_000_000_000L;

    private static final String NEVER = "2";

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        String limits = machine.text("/proc/self/limits");
        if (limits.isEmpty()) {
            findings.add(
                    Finding.bad("limits", "there is no /proc, so limits are not known", "mount -t proc proc /proc"));
        } else {
            findings.add(
                    limit(limits, "Max address space", LEAST_ADDRESS_SPACE, "ulimit -v unlimited", MEGABYTE, " MB"));
            findings.add(limit(limits, "Max data size", LEAST_MEMORY, "ulimit -d unlimited", MEGABYTE, " MB"));
            findings.add(limit(limits, "Max processes", LEAST_THREADS, "ulimit -u 4096", 1, ""));
            findings.add(limit(limits, "Max open files", LEAST_FILES, "ulimit -n 1024", 1, ""));
            findings.add(limit(limits, "Max file size", LEAST_FILE_SIZE, "ulimit -f unlimited", MEGABYTE, " MB"));
        }
        findings.add(memory());
        findings.add(threads());
        overcommitment(findings);
        if (Machine.field(machine.text("/proc/self/status"), "Seccomp:").equals("2")) {
            findings.add(Finding.note(
                    "sandbox",
                    "system calls are filtered; if a program says that a sandbox forbids a call:"
                            + " docker run --security-opt seccomp=unconfined ..."));
        }
        return findings;
    }

    /// @param name of a line of `/proc/self/limits`
    private static Finding limit(String limits, String name, long least, String advice, long unit, String unitName) {
        String subject = name.substring("Max ".length());
        String soft = Machine.field(limits, name + " ").split(" +")[0];
        if (!soft.matches("\\d{1,18}")) {
            return Finding.good(subject, "no limit");
        }
        String text = Long.parseLong(soft) / unit + unitName;
        return Long.parseLong(soft) >= least
                ? Finding.good(subject, text)
                : Finding.bad(subject, text + ", less than " + least / unit + unitName, advice);
    }

    private Finding memory() {
        long left = Math.min(
                left("", "/sys/fs/cgroup", "memory.max", "memory.current"),
                left("memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"));
        if (left >= UNLIMITED) {
            return Finding.good("memory", "no limit");
        }
        String text = "the control group has " + left / MEGABYTE + " MB left";
        return left >= LEAST_MEMORY
                ? Finding.good("memory", text)
                : Finding.bad("memory", text, "allow " + LEAST_MEMORY / MEGABYTE + " MB more than the program needs");
    }

    private Finding threads() {
        long left = Math.min(
                left("", "/sys/fs/cgroup", "pids.max", "pids.current"),
                left("pids", "/sys/fs/cgroup/pids", "pids.max", "pids.current"));
        if (left >= UNLIMITED) {
            return Finding.good("threads", "no limit");
        }
        String text = "the control group has " + left + " left";
        return left >= LEAST_THREADS
                ? Finding.good("threads", text)
                : Finding.bad("threads", text, "docker run --pids-limit -1 ..., or systemd's TasksMax=infinity");
    }

    /// Returns what the group of this process, and those that it is in, leave; a very large number for no limit.
    ///
    /// @param controller of the older generation of control groups, empty for the newer one
    private long left(String controller, String mount, String limitFile, String usedFile) {
        long least = Long.MAX_VALUE;
        Matcher group = Pattern.compile("(?m)^\\d+:([^:\n]*):(/.*)$").matcher(machine.text("/proc/self/cgroup"));
        String path = "";
        while (group.find()) {
            if (List.of(group.group(1).split(",")).contains(controller)) {
                path = group.group(2);
            }
        }
        for (String at = path.equals("/") ? "" : path; ; at = at.substring(0, at.lastIndexOf('/'))) {
            long limit = number(mount + at + "/" + limitFile, Long.MAX_VALUE);
            if (limit < UNLIMITED) {
                least = Math.min(least, Math.max(0, limit - number(mount + at + "/" + usedFile, 0)));
            }
            if (at.isEmpty()) {
                return least;
            }
        }
    }

    /// A kernel that never overcommits counts what a JVM only reserves.
    private void overcommitment(List<Finding> findings) {
        if (!machine.text("/proc/sys/vm/overcommit_memory").equals(NEVER)) {
            return;
        }
        String memory = machine.text("/proc/meminfo");
        long left = kilobytes(memory, "CommitLimit:") - kilobytes(memory, "Committed_AS:");
        String text = "the kernel never overcommits, " + left / 1024 + " MB are left";
        findings.add(
                left * 1024 >= LEAST_ADDRESS_SPACE
                        ? Finding.good("overcommit", text)
                        : Finding.bad("overcommit", text, "sudo sysctl vm.overcommit_memory=0"));
    }

    private static long kilobytes(String memory, String name) {
        String value = Machine.field(memory, name).split(" ")[0];
        return value.matches("\\d{1,15}") ? Long.parseLong(value) : 0;
    }

    private long number(String file, long otherwise) {
        String text = machine.text(file);
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
    }
}
