package io.rocprofiler.roctracer;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds the roctracer library: the one that the process has loaded, or an installed one, ours or AMD's.
///
/// The SDK searches for its own library: the only module below both, `abi`, is data without behaviour.
final class InstalledLibrary {
    static final String NAME = "libroctracer64.so.4";

    private static final String[] INSTALLATIONS = {"/opt/rocprofiler-java", "/opt/rocm"};

    private static final String ADVICE =
            "install rocprofiler-java and set ROCPROFILER_HOME (or -Drocprofiler.home=) to its folder";

    private InstalledLibrary() {}

    /// Returns a handle of the library.
    ///
    /// @throws IllegalStateException if the library is missing; the message says what to do
    static long open() {
        try {
            long loaded = Native.loaded(NAME);
            return loaded != 0 ? loaded : load();
        } catch (ExceptionInInitializerError | NoClassDefFoundError failure) {
            // If native access is denied, the initialization of Native fails, on the first attempt and on
            // later ones.
            if (!String.valueOf(failure.getCause()).contains("IllegalCallerException")) throw failure;
            throw new IllegalStateException(
                    "this JVM keeps Java from calling C: start it with --enable-native-access=" + moduleName(),
                    failure);
        }
    }

    private static String moduleName() {
        Module module = InstalledLibrary.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    private static long load() {
        String home = System.getProperty("rocprofiler.home", Native.variable("ROCPROFILER_HOME"));
        Path path = find(home, System.getProperty("java.library.path", ""), INSTALLATIONS);
        String name = path != null ? path.toString() : NAME;
        long handle = Native.load(name);
        if (handle != 0) return handle;
        throw new IllegalStateException(
                path != null
                        ? path + " cannot be loaded"
                        : NAME + " not found in java.library.path, /opt/rocprofiler-java/lib, /opt/rocm/lib or the"
                                + " system's libraries: " + ADVICE);
    }

    /// Finds the library's file; returns null to use the system's search.
    ///
    /// @param home the required installation, null if not configured
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
            if (end > start && Files.isReadable(library)) return library;
            start = end + 1;
        }
        for (String installation : installations) {
            Path library = Path.of(installation, "lib", NAME);
            if (Files.isReadable(library)) return library;
        }
        return null;
    }
}
