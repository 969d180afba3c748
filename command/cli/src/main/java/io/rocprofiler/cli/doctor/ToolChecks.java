package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.output.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The checks of the commands.
final class ToolChecks {

    private static final String AVAIL = "rocprofv3-avail";

    private ToolChecks() {}

    static Answer command(Site site, String name) {
        Path file = site.installation().resolve("bin").resolve(name);
        return Files.isExecutable(file)
                ? Answer.pass(file.toString()).with("resolved_path", file.toString())
                : Answer.fail(file + " cannot be executed", InstallChecks.AGAIN);
    }

    static Answer availRuns(Site site) throws IOException, InterruptedException {
        return run(site, AVAIL, List.of("list"));
    }

    /// Whether the command knows a GPU.
    static Answer availInfo(Site site) throws IOException, InterruptedException {
        Answer answer = run(site, AVAIL, List.of("info"));
        boolean hasGpu = answer.data().getOrDefault("output", "").toString().contains("gfx");
        return answer.isPassed() && !hasGpu
                ? Answer.warn("rocprofv3-avail info names no GPU", "see the group driver")
                        .with("output", answer.data().getOrDefault("output", ""))
                : answer;
    }

    static Answer launch(Site site) throws IOException, InterruptedException {
        Path work = Site.work();
        try {
            return run(site, "rocprofv3", List.of("--sys-trace", "-d", work.toString(), "--", Site.TRUE.toString()));
        } finally {
            FileTree.remove(work);
        }
    }

    private static Answer run(Site site, String name, List<String> arguments) throws IOException, InterruptedException {
        Path work = Site.work();
        try {
            List<String> command = new ArrayList<>();
            command.add(site.installation().resolve("bin").resolve(name).toString());
            command.addAll(arguments);
            Outcome outcome = site.run(command, Map.of(), work);
            String shown = name + " " + String.join(" ", arguments);
            return outcome.status() == 0
                    ? Answer.pass(shown).with("output", outcome.out())
                    : Diagnosis.explain(site, shown + " has failed", outcome);
        } finally {
            FileTree.remove(work);
        }
    }
}
