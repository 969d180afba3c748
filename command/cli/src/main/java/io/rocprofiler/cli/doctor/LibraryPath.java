package io.rocprofiler.cli.doctor;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where programs look for libraries, in this order: the variables, the system's configuration, the standard folders,
/// and ROCm's own, which programs of its compiler have built in.
///
/// @param here the folder that programs are started in: relative and empty parts of the variable refer to it
record LibraryPath(Machine machine, Path here) {

    private static final String VARIABLE = "LD_LIBRARY_PATH";

    /// Of `softkfd`: the folder of a runtime, whose loader and libraries its programs get.
    static final String RUNTIME = "SOFTKFD_RUNTIME";

    private static final List<String> STANDARD =
            List.of("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib");

    /// Returns the library that the dynamic linker would take: the newest in the first folder that has one for this
    /// machine, or a broken one before it; null without any.
    @Nullable
    Library find(String name) {
        for (Path folder : folders()) {
            List<Path> found = Machine.entries(folder, Pattern.quote(name) + "(\\.\\d+)?");
            for (Path file : found.reversed()) {
                Library library = new Library(file);
                if (library.kind() != Library.Kind.FOREIGN) {
                    return library;
                }
            }
        }
        return null;
    }

    /// Whether the library is of a runtime that brings its own C library.
    boolean isOfRuntime(Library library) {
        String runtime = machine.variable(RUNTIME);
        return runtime.startsWith("/") && library.file().startsWith(machine.at(runtime));
    }

    /// Returns the parts of the variable that mean another folder for each program.
    List<String> unknown() {
        return parts().stream().filter(part -> part.contains("$")).toList();
    }

    private List<String> parts() {
        String value = machine.variable(VARIABLE);
        return value.isEmpty() ? List.of() : List.of(value.split("[:;]", -1));
    }

    private Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        if (machine.variable(RUNTIME).startsWith("/")) {
            Path runtime = machine.at(machine.variable(RUNTIME));
            folders.add(runtime.resolve("usr/lib/x86_64-linux-gnu"));
            folders.add(runtime.resolve("lib"));
        }
        for (String part : parts()) {
            if (part.startsWith("/")) {
                folders.add(machine.at(part));
            } else if (!part.contains("$")) {
                folders.add(here.resolve(part));
            }
        }
        configured("/etc/ld.so.conf", folders);
        for (Path file : machine.entries("/etc/ld.so.conf.d", ".*\\.conf")) {
            configured("/etc/ld.so.conf.d/" + file.getFileName(), folders);
        }
        STANDARD.forEach(folder -> folders.add(machine.at(folder)));
        folders.add(machine.at("/opt/rocm/lib"));
        machine.entries("/opt", "rocm-.*").reversed().forEach(rocm -> folders.add(rocm.resolve("lib")));
        return folders;
    }

    private void configured(String file, Set<Path> folders) {
        machine.text(file)
                .lines()
                .filter(line -> line.startsWith("/"))
                .forEach(line -> folders.add(machine.at(line.strip())));
    }
}
