package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ROCm of a machine: the first folder that has one, of those that are named and those where it usually is.
///
/// @param folder null if none is found
/// @param source by what it was found, in words
record Rocm(Machine machine, @Nullable Path folder, String source) {

    private static final List<String> VARIABLES = List.of("ROCM_PATH", "ROCM_HOME", "ROCM_DIR");
    private static final String USUAL = "/opt/rocm";

    /// @param given by the user, empty for none
    static Rocm find(Machine machine, String given, LibraryPath libraries) {
        if (!given.isEmpty()) {
            Path folder = Path.of(given).toAbsolutePath();
            return new Rocm(machine, isRocm(folder) ? folder : null, "--rocm-root " + given);
        }
        for (String name : VARIABLES) {
            String value = machine.variable(name);
            if (value.startsWith("/") && isRocm(machine.at(value))) {
                return new Rocm(machine, machine.at(value), name);
            }
        }
        Library hsa = libraries.find(RuntimeCheck.HSA);
        Path beside = hsa == null ? null : prefix(hsa.file());
        if (beside != null && isRocm(beside)) {
            return new Rocm(machine, beside, "the place of " + RuntimeCheck.HSA);
        }
        List<Path> usual = new ArrayList<>(List.of(machine.at(USUAL)));
        usual.addAll(machine.entries(USUAL, "core-.*").reversed());
        usual.addAll(machine.entries("/opt", "rocm-.*").reversed());
        return usual.stream()
                .filter(Rocm::isRocm)
                .findFirst()
                .map(folder -> new Rocm(machine, folder, "the usual place"))
                .orElse(new Rocm(machine, null, "nothing"));
    }

    /// Whether a folder has ROCm: its version, or its HSA.
    private static boolean isRocm(Path folder) {
        return Files.exists(folder.resolve(".info/version"))
                || !Machine.entries(folder.resolve("lib"), "libhsa-runtime64\\.so(\\.\\d+)?")
                        .isEmpty();
    }

    /// Returns the folder above `lib` that the file, without its links, is in; null for none.
    private static @Nullable Path prefix(Path file) {
        try {
            Path folder = file.toRealPath().getParent();
            return folder != null && folder.endsWith("lib") ? folder.getParent() : null;
        } catch (IOException _) {
            return null;
        }
    }

    /// Returns the folder as the machine names it, empty for none.
    String name() {
        return folder == null ? "" : folder.startsWith(machine.root()) ? machine.name(folder) : folder.toString();
    }

    /// Returns the version that is written there, empty if none is.
    String version() {
        return folder == null ? "" : Machine.text(folder.resolve(".info/version"));
    }

    /// How it was installed, in AMD's words.
    String kind() {
        Map<String, String> kinds = Map.of(
                "/opt/rocm/core-.*", "therock-package",
                "/opt/rocm(-.*)?", "system-package",
                ".*/_rocm_sdk_\\w+(/.*)?", "python-wheel",
                "/usr", "distro-package");
        return kinds.entrySet().stream()
                .filter(kind -> name().matches(kind.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("standalone");
    }
}
