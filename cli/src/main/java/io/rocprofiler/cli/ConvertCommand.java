package io.rocprofiler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options of `rocprofv3 convert DIR`.
@Command(
        name = "rocprofv3 convert",
        versionProvider = Version.class,
        sortOptions = false,
        description =
                "%nWrites the output files again from the segments that a run left (<output directory>/*.segments).%n")
final class ConvertCommand {

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            description = "A run's segments, those of one process, or an output directory with several runs in it.")
    String segments = "";

    @Option(
            names = "--pack",
            description = "Pack raw segments for good: they take a tenth of the room then. A run that ends packs its own.")
    boolean pack;

    @Mixin
    OutputOptions output = new OutputOptions();

    @Mixin
    DisplayOptions display = new DisplayOptions();
}
