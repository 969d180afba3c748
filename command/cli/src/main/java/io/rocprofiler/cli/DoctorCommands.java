package io.rocprofiler.cli;

import io.rocprofiler.cli.console.Log;
import io.rocprofiler.cli.doctor.CheckupCommand;
import io.rocprofiler.cli.doctor.Doctor;
import io.rocprofiler.cli.options.DoctorLines;
import io.rocprofiler.cli.options.ParsedOptions;
import io.rocprofiler.cli.options.Parsing;
import io.rocprofiler.cli.run.Installation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParseResult;

/// The commands `rocprofv3 doctor` and `rocprofv3 --doctor`.
record DoctorCommands(Map<String, String> environment, PrintStream stdout, Log log) {

    private static final Path MACHINE = Path.of("/");

    /// `rocprofv3 doctor`.
    int examine(List<String> arguments) {
        ParseResult parsed = new Parsing("rocprofv3", stdout, log).parse(DoctorLines.doctor(), arguments);
        if (parsed == null) {
            return 0;
        }
        boolean isTested = parsed.hasMatchedOption("--selftest");
        String report = parsed.matchedOptionValue("--report", isTested ? "rocprofiler-doctor.txt" : "");
        log.show();
        Doctor doctor = new Doctor(Installation.find().root(), MACHINE, environment, stdout);
        return doctor.run(isTested, report.isEmpty() ? null : Path.of(report));
    }

    /// `rocprofv3 --doctor`.
    int check(List<String> arguments) {
        ParseResult parsed = new Parsing("rocprofv3 --doctor", stdout, log).parse(DoctorLines.checkup(), arguments);
        if (parsed == null) {
            return 0;
        }
        String format = parsed.matchedOptionValue("--format", "text");
        if (!List.of("text", "json").contains(format)) {
            throw ParsedOptions.usage("--format: '" + format + "' is not one of text, json");
        }
        log.show();
        if (parsed.hasMatchedOption("--list-checks")) {
            CheckupCommand.list(stdout);
            return 0;
        }
        String file = parsed.matchedOptionValue("--output", "");
        CheckupCommand.Wishes wishes = new CheckupCommand.Wishes(
                format.equals("json"),
                parsed.hasMatchedOption("--verbose"),
                parsed.hasMatchedOption("--quiet"),
                Ansi.AUTO.enabled() && !parsed.hasMatchedOption("--no-color"),
                parsed.hasMatchedOption("--run-smoke-test"),
                DoctorLines.repeated(parsed, "--only"),
                DoctorLines.repeated(parsed, "--skip"),
                parsed.matchedOptionValue("--rocm-root", ""),
                file.isEmpty() ? null : Path.of(file));
        Path here = Path.of("").toAbsolutePath();
        return new CheckupCommand(Installation.find().root(), MACHINE, environment, here, stdout).run(wishes);
    }
}
