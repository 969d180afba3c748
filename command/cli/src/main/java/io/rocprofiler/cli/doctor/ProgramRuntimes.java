package io.rocprofiler.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The ROCm runtimes that a program is linked to, and those that programs find on this machine.
///
/// @param environment of the program
public record ProgramRuntimes(Map<String, String> environment) {

    /// Where runtimes are looked for, for messages.
    public static final String PLACES = "LD_LIBRARY_PATH, /opt/rocm or the system's folders";

    private static final int MOST = 200; // libraries of a program that are looked into

    /// Returns the names of the runtimes in the dynamic sections of the program and of its libraries, as far as those
    /// are found: `libamdhip64.so.7`.
    public Set<String> linked(Path program) {
        Set<String> runtimes = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>();
        Deque<Library> next = new ArrayDeque<>(List.of(new Library(program)));
        while (!next.isEmpty() && seen.size() < MOST) {
            for (String name : next.remove().needed()) {
                if (!seen.add(name)) {
                    continue;
                }
                Library library = path().find(name);
                if (RuntimeCheck.isRuntime(name)) {
                    runtimes.add(name);
                } else if (library != null) {
                    next.add(library);
                }
            }
        }
        return runtimes;
    }

    /// Whether the dynamic linker finds a library without what the program's file says about places.
    public boolean isFound(String name) {
        return path().find(name) != null;
    }

    /// Whether there is HSA or HIP.
    public boolean isAnyFound() {
        return isFound(RuntimeCheck.HSA) || isFound(RuntimeCheck.HIP);
    }

    /// Describes the HIP that programs find, if its calls cannot be traced; empty otherwise.
    public String untracedHip() {
        Library hip = path().find(RuntimeCheck.HIP);
        return hip == null || RuntimeCheck.isTraced(hip)
                ? ""
                : hip.description() + " does not register and is older than 6.0: its calls are not traced";
    }

    private LibraryPath path() {
        return new LibraryPath(new Machine(Path.of("/"), environment), Path.of(""));
    }
}
