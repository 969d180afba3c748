package io.rocprofiler.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// The options of `rocprofv3 [options] -- program [arguments]`, what stands before the `--`.
@Command(
        name = "rocprofv3",
        versionProvider = Version.class,
        sortOptions = false,
        customSynopsis = {
            "rocprofv3 [options] -- program [arguments]",
            "rocprofv3 convert DIR [output options]     (see rocprofv3 convert --help)"
        },
        description =
                "%nRuns a program and records its calls to HIP, HSA, ROC-TX and other ROCm libraries, and its work on GPUs.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "the program's:the program ran; a signal that ended it ends the command, too",
            "1:the output could not be written",
            "2:the command line was not understood",
            "126:the program could not be executed",
            "127:the program was not found"
        })
final class RunCommand {

    @ArgGroup(validate = false, heading = "Tracing:%n")
    TraceOptions trace = new TraceOptions();

    @Mixin
    OutputOptions output = new OutputOptions();

    @Mixin
    DisplayOptions display = new DisplayOptions();

    @Parameters(hidden = true)
    List<String> strays = new ArrayList<>();
}
