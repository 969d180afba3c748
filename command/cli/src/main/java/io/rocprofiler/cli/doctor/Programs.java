package io.rocprofiler.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The examples' programs, ready to run on one runtime.
///
/// @param where the runtime, in words
/// @param launcher the command in front of a program, if any
/// @param variables of the programs
/// @param folder with a folder for each example
/// @param haveKernels whether programs may have kernels of their own, and get their results
/// @param hipIsTraced whether HIP's calls can be traced
record Programs(
        String where,
        List<String> launcher,
        Map<String, String> variables,
        Path folder,
        boolean haveKernels,
        boolean hipIsTraced) {

    List<String> command(Example.Program program) {
        List<String> command = new ArrayList<>(launcher);
        command.add(folder.resolve(program.folder).resolve(program.file).toString());
        command.addAll(program.arguments);
        return command;
    }

    /// Returns the program that stands for the whole: it is also run under the command, and its records are counted.
    Example.Program first() {
        return haveKernels ? Example.Program.TRANSPOSE : Example.Program.REQUESTS;
    }

    Example.Program of(Example example) {
        return haveKernels ? example.program : example.withoutKernels;
    }
}
