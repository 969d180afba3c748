package io.rocprofiler.cli.options;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.cli.options.OptionForm.Kind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What AMD's command refuses before the program runs (`rocprofv3.py` of rocprofiler-sdk 1.4.1).
final class Refusals {

    /// KiB: what fits Perfetto's 32 bits of bytes.
    private static final long LARGEST_PERFETTO_BUFFER = 4_194_303;

    private static final List<Option> SAMPLING =
            List.of(Option.PC_SAMPLING_METHOD, Option.PC_SAMPLING_UNIT, Option.PC_SAMPLING_INTERVAL);

    private final ParsedOptions options;

    private Refusals(ParsedOptions options) {
        this.options = options;
    }

    /// Checks the values of single options.
    ///
    /// @param exitCode of the command if one is refused: AMD's differs between the command line and input files
    static void checkValues(ParsedOptions options, int exitCode) {
        Refusals refusals = new Refusals(options);
        for (Option option : Option.values()) {
            if (options.isGiven(option)) {
                String line = refusals.wrong(option);
                if (!line.isEmpty()) {
                    throw new CommandException(exitCode, option.longName() + ": " + line);
                }
            }
        }
    }

    private String wrong(Option option) {
        if (option.form().kind() == Kind.WORDS) {
            return wrongWord(option);
        }
        if (option.form().kind() != Kind.TEXT) {
            return "";
        }
        String value = options.text(option, ""); // refuses what is none of its words
        if (option.form().whole() && !value.matches("-?\\d{1,18}")) {
            return "'" + value + "' is no whole number";
        }
        if (option == Option.PERFETTO_BUFFER_SIZE
                && (Long.parseLong(value) < 1 || Long.parseLong(value) > LARGEST_PERFETTO_BUFFER)) {
            return value + " is not within 1 and " + LARGEST_PERFETTO_BUFFER;
        }
        return "";
    }

    private String wrongWord(Option option) {
        List<String> said = options.list(option);
        if (said.size() == 1 && YesNo.parse(said.getFirst()) != null) {
            return "";
        }
        return said.stream()
                .filter(word -> !option.form().words().contains(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(word -> "'" + word + "' is not one of "
                        + String.join(", ", option.form().words()) + ", separated by blanks")
                .orElse("");
    }

    /// Checks what options mean together.
    static void checkRun(ParsedOptions options) {
        Refusals refusals = new Refusals(options);
        refusals.counters();
        refusals.replay();
        refusals.sampling();
        refusals.streaming();
        refusals.periods();
        MpiRank.check(options);
    }

    private void counters() {
        for (List<String> group : options.groups(Option.PMC)) {
            if (group.stream().allMatch(word -> word.replace(",", " ").isBlank())) {
                throw refused("--pmc: a group of counters is empty");
            }
        }
        if (options.isGiven(Option.PMC) && options.isGiven(Option.PMC_GROUPS)) {
            throw refused("--pmc and pmc_groups of an input file exclude each other");
        }
    }

    private void replay() {
        if (!options.replaysKernels()) {
            return;
        }
        require(
                options.flag(Option.KERNEL_REPLAY_BETA_ENABLED),
                "--replay-mode kernel needs --kernel-replay-beta-enabled");
        require(options.isGiven(Option.PMC), "--replay-mode kernel needs counters: --pmc");
        require(!samples(), "--replay-mode kernel and PC sampling exclude each other");
        require(!isAsked(Option.SPM), "--replay-mode kernel and --spm exclude each other");
        require(
                !isAsked(Option.ATT) && !isAsked(Option.ADVANCED_THREAD_TRACE),
                "--replay-mode kernel and --att exclude each other");
    }

    private boolean samples() {
        return isAsked(Option.PC_SAMPLING_BETA_ENABLED)
                || !options.variable(Option.PC_SAMPLING_BETA_ENABLED).isEmpty()
                || isSampling();
    }

    private boolean isSampling() {
        return SAMPLING.stream().anyMatch(options::isGiven);
    }

    private void sampling() {
        if (!isSampling()) {
            return;
        }
        require(hasBeta(Option.PC_SAMPLING_BETA_ENABLED), "PC sampling needs --pc-sampling-beta-enabled");
        for (Option option : SAMPLING) {
            require(
                    !options.text(option, "0").equals("0"),
                    "PC sampling needs --pc-sampling-method, --pc-sampling-unit and --pc-sampling-interval");
        }
        require(
                !options.text(Option.PC_SAMPLING_INTERVAL, "").startsWith("-"),
                "--pc-sampling-interval is less than 0");
    }

    private void streaming() {
        boolean isAsked = Stream.of(Option.SPM, Option.SPM_SAMPLE_INTERVAL, Option.SPM_SAMPLE_INTERVAL_UNIT)
                .anyMatch(options::isGiven);
        if (!isAsked) {
            return;
        }
        require(hasBeta(Option.SPM_BETA_ENABLED), "--spm needs --spm-beta-enabled");
        require(
                options.list(Option.SPM).stream()
                        .anyMatch(word -> !word.replace(",", " ").isBlank()),
                "SPM needs counters: --spm COUNTER");
        require(!options.isGiven(Option.PMC), "--spm and --pmc exclude each other");
        require(!isSampling(), "--spm and PC sampling exclude each other");
    }

    private boolean hasBeta(Option option) {
        return options.flag(option) || !options.variable(option).isEmpty();
    }

    private void periods() {
        boolean isPeriodic = options.isGiven(Option.COLLECTION_PERIOD);
        require(!isPeriodic || !options.isGiven(Option.PID), "--collection-period is not compatible with attach mode");
        if (Boolean.TRUE.equals(options.explicit(Option.SELECTED_REGIONS))) {
            require(!isPeriodic, "--selected-regions and --collection-period are mutually exclusive");
            require(
                    options.text(Option.ATT_CONSECUTIVE_KERNELS, "0").equals("0"),
                    "--selected-regions and --att-consecutive-kernels are mutually exclusive");
        }
    }

    private boolean isAsked(Option option) {
        return UnsupportedOptions.isAsked(options, option);
    }

    private static void require(boolean holds, String line) {
        if (!holds) {
            throw refused(line);
        }
    }

    static CommandException refused(String line) {
        return CommandException.failed(line);
    }
}
