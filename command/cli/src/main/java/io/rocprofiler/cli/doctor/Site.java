package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What the checks look at.
///
/// @param installation the root of this product
/// @param rocm the ROCm of this machine
/// @param here the folder that programs are started in
record Site(Machine machine, Path installation, Rocm rocm, Path here) {

    static final Path TRUE = Path.of("/bin/true");

    private static final int SECONDS = 60; // of a child

    LibraryPath libraries() {
        return new LibraryPath(machine, here);
    }

    RuntimeCheck runtimes() {
        return new RuntimeCheck(machine, libraries());
    }

    DriverCheck driver() {
        return new DriverCheck(machine);
    }

    /// Returns a file in the product's folder of libraries.
    Path lib(String name) {
        return installation.resolve("lib").resolve(name);
    }

    /// Returns a line of `/proc/self/status`, empty if it is not known.
    String status(String name) {
        return Machine.field(machine.text("/proc/self/status"), name + ":");
    }

    /// Whether programs run over the driver in software, which has no device.
    boolean hasSoftwareDriver() {
        return !machine.variable(LibraryPath.RUNTIME).isEmpty();
    }

    /// Runs a program with the environment of the command.
    ///
    /// @param more variables, an empty value for none
    /// @param folder for its output
    Outcome run(List<String> command, Map<String, String> more, Path folder) throws IOException, InterruptedException {
        Map<String, String> variables = new HashMap<>(machine.environment());
        more.forEach((name, value) -> {
            if (value.isEmpty()) {
                variables.remove(name);
            } else {
                variables.put(name, value);
            }
        });
        return Outcome.of(command, variables, folder, SECONDS);
    }

    /// Runs a program that does nothing, with libraries in it and all their symbols resolved.
    ///
    /// @param libraries all of one folder
    /// @param folder for its output
    Outcome load(List<Path> libraries, Path folder) throws IOException, InterruptedException {
        Map<String, String> more = new HashMap<>(Map.of("LD_BIND_NOW", "1"));
        // The dynamic linker splits at blanks and colons; a name alone it looks for.
        boolean isPlain =
                libraries.stream().noneMatch(library -> library.toString().matches(".*[ :$].*"));
        more.put(
                "LD_PRELOAD",
                libraries.stream()
                        .map(library -> isPlain ? library : library.getFileName())
                        .map(String::valueOf)
                        .collect(Collectors.joining(":")));
        if (!isPlain) {
            String before = machine.variable("LD_LIBRARY_PATH");
            more.put("LD_LIBRARY_PATH", libraries.getFirst().getParent() + (before.isEmpty() ? "" : ":" + before));
        }
        return run(List.of(TRUE.toString()), more, folder);
    }

    /// Whether programs can be run as those of the user.
    boolean canRun() {
        return machine.isReal() && Files.isExecutable(TRUE);
    }

    /// Makes a folder for the output of programs; the caller removes it.
    static Path work() throws IOException {
        return Files.createTempDirectory("rocprofv3-doctor");
    }
}
