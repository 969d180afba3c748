package io.rocprofiler.cli.options;

import io.rocprofiler.cli.console.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The runs of the program that a command line and its input file ask for (`rocprofv3.py` of rocprofiler-sdk 1.4.1).
///
/// @param all at least one
/// @param endsAtFailure whether a program that fails ends the command before the later runs
public record Passes(List<Pass> all, boolean endsAtFailure) {

    /// A run.
    ///
    /// @param folder below the output directory, empty for none
    public record Pass(ParsedOptions options, String folder) {}

    public Passes {
        all = List.copyOf(all);
    }

    /// Returns the runs, each checked.
    ///
    /// @param warnings about the input file
    /// @throws CommandException if something is refused
    public static Passes of(ParsedOptions commandLine, Consumer<String> warnings) {
        Refusals.checkValues(commandLine, CommandException.USAGE);
        String input = commandLine.text(Option.INPUT, "");
        List<Job> jobs = input.isEmpty() ? List.of() : JobFile.read(Path.of(input), warnings);
        Passes passes = of(commandLine, jobs);
        for (Pass pass : passes.all) {
            Refusals.checkValues(pass.options, CommandException.FAILED);
            Refusals.checkRun(pass.options);
        }
        passes.checkTogether(commandLine, jobs);
        return passes;
    }

    private static Passes of(ParsedOptions commandLine, List<Job> jobs) {
        List<List<String>> groups = commandLine.groups(Option.PMC);
        boolean areAhead = !jobs.isEmpty()
                && !groups.isEmpty()
                && (groups.size() > 1 || jobs.stream().anyMatch(Passes::counts));
        boolean areRuns = !commandLine.replaysKernels() && (areAhead || (jobs.isEmpty() && groups.size() > 1));
        List<Pass> passes = new ArrayList<>();
        if (areRuns) {
            for (List<String> group : groups) {
                passes.add(new Pass(commandLine.with(Option.PMC, List.of(group)), "pass_" + (passes.size() + 1)));
            }
        } else if (jobs.isEmpty()) {
            passes.add(new Pass(commandLine, ""));
        }
        for (Job job : jobs) {
            ParsedOptions options = (areRuns ? commandLine.with(Option.PMC, null) : commandLine).with(job.options());
            boolean isOnly = jobs.size() == 1 && !areRuns && !options.isGiven(Option.PMC);
            passes.add(new Pass(options, isOnly || options.replaysKernels() ? "" : job.folder() + (passes.size() + 1)));
        }
        return new Passes(passes, areRuns);
    }

    private static boolean counts(Job job) {
        return job.options().containsKey(Option.PMC);
    }

    /// Refuses several runs with counters where the time of recording depends on more than the program.
    private void checkTogether(ParsedOptions commandLine, List<Job> jobs) {
        if (all.stream().filter(pass -> pass.options.isGiven(Option.PMC)).count() < 2) {
            return;
        }
        String why = jobs.isEmpty()
                ? "multiple --pmc flags"
                : endsAtFailure && !commandLine.groups(Option.PMC).isEmpty()
                        ? "--pmc combined with input-file pmc"
                        : "multiple input-file jobs";
        for (Option option : List.of(Option.PID, Option.COLLECTION_PERIOD)) {
            if (all.stream().anyMatch(pass -> pass.options.isGiven(option))) {
                throw Refusals.refused("Multi-pass counter collection (" + why + ") is not compatible with "
                        + (option == Option.PID ? "attach mode" : option.longName()));
            }
        }
    }
}
