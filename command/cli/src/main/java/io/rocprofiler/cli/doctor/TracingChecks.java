package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.output.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The checks that are ours: what `rocprofv3 doctor` finds, each part as one check.
final class TracingChecks {

    private TracingChecks() {}

    static Answer complete(Site site) {
        return InstallChecks.files(
                site,
                "bin/rocprofv3",
                "lib/librocprofiler-launch.so",
                "lib/librocprofiler-register.so.0",
                "lib/librocprofiler-sdk.so.1",
                "lib/librocprofiler-sdk-roctx.so.1",
                "lib/librocprofiler-signals.so",
                "lib/java/rocprofiler-abi.jar",
                "lib/java/rocprofiler-collector.jar",
                "lib/java/rocprofiler-sdk.jar",
                "lib/preload",
                "lib/runtime/lib/modules",
                "lib/runtime/lib/server/libjvm.so");
    }

    static Answer hsa(Site site) {
        return Answer.of(site.runtimes().hsa());
    }

    static Answer hip(Site site) {
        return Answer.of(site.runtimes().hip());
    }

    static Answer libc(Site site) {
        return Answer.of(new SystemCheck(site.machine(), site.installation(), site.here()).libc());
    }

    static Answer limits(Site site) {
        return together(new LimitsCheck(site.machine()).findings());
    }

    static Answer switchedOn(Site site) {
        return together(new EnvironmentCheck(site.machine()).findings());
    }

    private static Answer together(List<Finding> findings) {
        List<Finding> bad = findings.stream().filter(Finding::isBad).toList();
        Map<String, Object> all = findings.stream()
                .collect(Collectors.toMap(
                        Finding::subject, Finding::text, (one, other) -> one + "; " + other, TreeMap::new));
        Answer answer = bad.isEmpty()
                ? Answer.pass(findings.isEmpty() ? "none" : "as it should be")
                : Answer.fail(
                        bad.stream()
                                .map(finding -> finding.subject() + ": " + finding.text())
                                .collect(Collectors.joining("; ")),
                        bad.stream().map(Finding::advice).distinct().collect(Collectors.joining("; ")));
        return answer.with("findings", all);
    }

    /// Gives a program what the command gives it: a sandbox, a dynamic linker of another kind or a mount without the
    /// right to execute refuse that, and say so on standard error.
    static Answer preload(Site site) throws IOException, InterruptedException {
        if (!site.canRun()) {
            return Answer.skip("no program can be run here");
        }
        List<Path> libraries = Stream.of(
                        "librocprofiler-signals.so", "librocprofiler-register.so.0", "librocprofiler-sdk-roctx.so.1")
                .map(site::lib)
                .toList();
        Path work = Site.work();
        try {
            Outcome outcome = site.load(libraries, work);
            return outcome.status() == 0 && outcome.err().isEmpty()
                    ? Answer.pass(Site.TRUE + " runs with them")
                    : Diagnosis.explain(site, Site.TRUE + " does not run with them", outcome);
        } finally {
            FileTree.remove(work);
        }
    }
}
