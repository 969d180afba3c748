package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.sdk.internal.seam.Native;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds the native library for a Java program that requests the profiler itself.
///
/// Searches the directory named by `-Drocprofiler.home` or `ROCPROFILER_HOME`, then `java.library.path` (which
/// begins with `LD_LIBRARY_PATH`), the folders of an installation, and the system's library folders. AMD's library
/// has the same name: it is skipped without being opened.
///
/// roctracer has its own search: the only module below both, `abi`, holds data without behaviour.
final class InstalledLibrary {
    static final String NAME = "librocprofiler-sdk.so.1";

    static final String LAYOUT_FUNCTION = "rocprofiler_java_layout";

    private static final String[] INSTALLATIONS = {"/opt/rocprofiler-java", "/opt/rocm"};

    /// Our library has half a megabyte, AMD's has many.
    private static final long MAX_SIZE_BYTES = 4 << 20;

    private static final String ADVICE =
            "install rocprofiler-java and set ROCPROFILER_HOME (or -Drocprofiler.home=) to its folder";

    private InstalledLibrary() {}

    /// Opens the library, which stays loaded until the process exits.
    ///
    /// @throws IllegalStateException if it is not found; the message says what to do
    static SymbolLookup open() {
        String home = System.getProperty("rocprofiler.home", Native.variable("ROCPROFILER_HOME"));
        Path path = find(home, System.getProperty("java.library.path", ""), INSTALLATIONS);
        SymbolLookup library = path != null ? open(path) : openByName();
        if (library.find(LAYOUT_FUNCTION).isEmpty()) throw foreign(path == null ? NAME : path.toString());
        return library;
    }

    /// Returns the library's file, or null to ask the system.
    ///
    /// @param home required location, if configured
    /// @param libraryPath folders, separated as in a path
    /// @param installations folders whose `lib` may contain it
    static @Nullable Path find(@Nullable String home, String libraryPath, String[] installations) {
        if (home != null) {
            Path library = Path.of(home, "lib", NAME);
            if (Files.isReadable(library)) return library;
            throw new IllegalStateException(library
                    + " is missing: set ROCPROFILER_HOME (or -Drocprofiler.home=) to the folder of rocprofiler-java");
        }
        int start = 0;
        while (start < libraryPath.length()) {
            int end = libraryPath.indexOf(File.pathSeparatorChar, start);
            if (end < 0) end = libraryPath.length();
            Path library = Path.of(libraryPath.substring(start, end), NAME);
            if (end > start && isOurs(library)) return library;
            start = end + 1;
        }
        for (String installation : installations) {
            Path library = Path.of(installation, "lib", NAME);
            if (isOurs(library)) return library;
        }
        return null;
    }

    /// Whether a file is our library: it contains the name of our function.
    private static boolean isOurs(Path library) {
        try {
            if (!Files.isReadable(library) || Files.size(library) > MAX_SIZE_BYTES) return false;
            return new String(Files.readAllBytes(library), StandardCharsets.ISO_8859_1).contains(LAYOUT_FUNCTION);
        } catch (IOException _) {
            return false;
        }
    }

    private static SymbolLookup open(Path path) {
        try {
            return SymbolLookup.libraryLookup(path, Arena.global());
        } catch (IllegalArgumentException failure) {
            throw new IllegalStateException(path + " cannot be loaded: " + failure.getMessage(), failure);
        }
    }

    private static SymbolLookup openByName() {
        try {
            return SymbolLookup.libraryLookup(NAME, Arena.global());
        } catch (IllegalArgumentException failure) {
            throw new IllegalStateException(
                    NAME + " not found in java.library.path, /opt/rocprofiler-java/lib, /opt/rocm/lib or the system's"
                            + " libraries: " + ADVICE,
                    failure);
        }
    }

    private static IllegalStateException foreign(String library) {
        return new IllegalStateException(
                library + " is not rocprofiler-java's, and AMD's has no way in for Java: " + ADVICE);
    }

    static IllegalStateException ofAnotherVersion() {
        return new IllegalStateException("rocprofiler-sdk.jar and the installed " + NAME
                + " are of different versions: use those of one release");
    }
}
