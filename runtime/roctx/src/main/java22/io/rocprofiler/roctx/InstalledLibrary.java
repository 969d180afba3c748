package io.rocprofiler.roctx;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Finds the ROC-TX library: the one that the process has loaded, or an installed one, ours or AMD's.
///
/// The SDK and roctracer search for their own libraries: this module depends on none of our other modules.
final class InstalledLibrary {
    /// The name of our library and of AMD's newer one; the older library has marks and ranges only.
    static final String NAME = "librocprofiler-sdk-roctx.so.1";

    static final String OLD_NAME = "libroctx64.so.4";

    /// void rpj_roctx_watch(const void* watch[5]), our function that tells [Watch] the addresses to read.
    static final String WATCH = "rpj_roctx_watch";

    private static final int WATCH_WORDS = 5;

    private static final String[] INSTALLATIONS = {"/opt/rocprofiler-java", "/opt/rocm"};

    private InstalledLibrary() {}

    /// Returns the library for this process, [Library#NONE] if absent. Never throws: the program continues
    /// without markers.
    static Library ofProcess() {
        try {
            long handle = open();
            return handle == 0 ? Library.NONE : bind(handle);
        } catch (RuntimeException | LinkageError failure) {
            Messages.warnOnce("markers are not traced" + reason(failure));
            return Library.NONE;
        }
    }

    private static String reason(Throwable failure) {
        boolean denied = failure.getCause() instanceof IllegalCallerException; // thrown by the initialization of Native
        if (!denied) return ": " + failure;
        return ", as this JVM keeps Java from calling C: start it with --enable-native-access=" + moduleName();
    }

    private static String moduleName() {
        Module module = InstalledLibrary.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }

    private static long open() {
        long loaded = Native.loaded(NAME);
        if (loaded == 0) loaded = Native.loaded(OLD_NAME);
        if (loaded != 0) return loaded;
        String home = System.getProperty("rocprofiler.home", Native.variable("ROCPROFILER_HOME"));
        String libraryPath = System.getProperty("java.library.path", "");
        if (home != null && find(NAME, home, libraryPath, INSTALLATIONS) == null)
            Messages.warnOnce("markers are not traced, as " + Path.of(home, "lib", NAME) + " is missing: set"
                    + " ROCPROFILER_HOME (or -Drocprofiler.home=) to the folder of rocprofiler-java");
        for (String name : new String[] {NAME, OLD_NAME}) {
            Path path = find(name, home, libraryPath, INSTALLATIONS);
            long handle = path != null ? Native.load(path.toString()) : 0;
            if (handle == 0 && home == null) handle = Native.load(name);
            if (handle != 0) return handle;
        }
        return 0;
    }

    /// Finds the library's file; returns null to use the system's search.
    ///
    /// @param home the required installation, null if not configured
    /// @param libraryPath folders, separated as in a path
    /// @param installations folders whose `lib` may contain it
    static @Nullable Path find(String name, @Nullable String home, String libraryPath, String[] installations) {
        if (home != null) return readable(Path.of(home, "lib", name));
        int start = 0;
        while (start < libraryPath.length()) {
            int end = libraryPath.indexOf(File.pathSeparatorChar, start);
            if (end < 0) end = libraryPath.length();
            Path library = end > start ? readable(Path.of(libraryPath.substring(start, end), name)) : null;
            if (library != null) return library;
            start = end + 1;
        }
        for (String installation : installations) {
            Path library = readable(Path.of(installation, "lib", name));
            if (library != null) return library;
        }
        return null;
    }

    private static @Nullable Path readable(Path library) {
        return Files.isReadable(library) ? library : null;
    }

    private static Library bind(long handle) {
        Functions functions = Functions.find(name -> Native.symbol(handle, name));
        return new Library(watch(handle), functions, new Strings(Arena.global()));
    }

    private static Watch watch(long handle) {
        long function = Native.symbol(handle, WATCH);
        if (function == 0) return Watch.ALWAYS;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment words = arena.allocate(ValueLayout.JAVA_LONG, WATCH_WORDS);
            Native.call(MemorySegment.ofAddress(function), words.address(), 0);
            return Watch.of(words.toArray(ValueLayout.JAVA_LONG));
        }
    }
}
