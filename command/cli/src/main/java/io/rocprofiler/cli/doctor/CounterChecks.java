package io.rocprofiler.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The checks of what counters need, as far as they matter where there are none.
final class CounterChecks {

    private static final int CAP_SYS_ADMIN = 21; // linux/capability.h
    private static final int CAP_PERFMON = 38;

    private static final Set<String> PROFILERS = Set.of(
            "rocprofv3",
            "rocprof",
            "rocprofv2",
            "rocprof-sys-run",
            "rocprof-sys-samp",
            "rocprof-sys-inst",
            "rocprof-compute",
            "omnitrace",
            "omniperf",
            "rocprof-attach");

    private CounterChecks() {}

    static Answer capability(Site site) {
        String effective = site.status("CapEff");
        if (!effective.matches("[0-9a-f]{1,16}")) {
            return Answer.warn("/proc/self/status does not say what this user may", "");
        }
        long bits = Long.parseUnsignedLong(effective, 16);
        boolean may = (bits & (1L << CAP_PERFMON | 1L << CAP_SYS_ADMIN)) != 0;
        return Answer.pass(
                        may
                                ? "CAP_PERFMON or CAP_SYS_ADMIN is there"
                                : "neither CAP_PERFMON nor CAP_SYS_ADMIN is there; nothing here needs them")
                .with("cap_eff", "0x" + effective);
    }

    /// Looks at the names of processes. Those above this one are its own command.
    static Answer profilers(Site site) {
        List<String> own = new ArrayList<>(List.of(site.status("Pid")));
        for (String pid = site.status("PPid"); pid.matches("[1-9]\\d*") && !own.contains(pid); ) {
            own.add(pid);
            pid = Machine.field(site.machine().text("/proc/" + pid + "/status"), "PPid:");
        }
        List<String> others = new ArrayList<>();
        for (Path process : site.machine().entries("/proc", "\\d+")) {
            String name = Machine.text(process.resolve("comm"));
            String pid = String.valueOf(process.getFileName());
            if (PROFILERS.contains(name) && !own.contains(pid)) {
                others.add(name + " (" + pid + ")");
            }
        }
        return others.isEmpty()
                ? Answer.pass("none of which this user knows")
                : Answer.fail(
                                String.join(", ", others) + " at work",
                                "wait for them, if both use the same GPU: a GPU is locked by one for counters")
                        .with("processes", others);
    }
}
