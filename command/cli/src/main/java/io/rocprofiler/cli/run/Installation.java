package io.rocprofiler.cli.run;

import io.rocprofiler.cli.console.CommandException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/// The directory of the distribution: `bin/ lib/ include/ share/`.
///
/// @param root absolute; without symbolic links if passed by the command
public record Installation(Path root) {

    private static final String PROPERTY = "rocprofiler.home";

    public static Installation find() {
        String given = System.getProperty(PROPERTY);
        return new Installation(
                given == null || given.isEmpty()
                        ? besideTheJar()
                        : Path.of(given).toAbsolutePath());
    }

    /// Whether the command started this JVM, with an environment suitable for a JVM.
    public static boolean startedByCommand() {
        return System.getProperty(PROPERTY) != null;
    }

    /// Finds the root from `<root>/lib/java/cli/rocprofiler-cli.jar` or the run-time image `<root>/lib/runtime`.
    private static Path besideTheJar() {
        CodeSource source = Installation.class.getProtectionDomain().getCodeSource();
        try {
            URI location =
                    source == null ? URI.create("jrt:/") : source.getLocation().toURI();
            boolean inImage = "jrt".equals(location.getScheme());
            Path place = inImage ? Path.of(System.getProperty("java.home")) : Path.of(location);
            return aboveLib(place);
        } catch (URISyntaxException e) {
            throw CommandException.failed("cannot find the installation: set -D" + PROPERTY + " (" + e + ")");
        }
    }

    private static Path aboveLib(Path place) {
        for (Path folder = place.getParent(); folder != null; folder = folder.getParent()) {
            Path root = folder.getParent();
            if (root != null && folder.endsWith("lib")) {
                return root;
            }
        }
        return place;
    }

    Path lib() {
        return root.resolve("lib");
    }

    Path launchLibrary() {
        return lib().resolve("librocprofiler-launch.so");
    }

    /// The library that chains the JVM's signal handlers to those of the program; may be missing.
    Path signalChaining() {
        return lib().resolve("librocprofiler-signals.so");
    }

    /// The directory with copies of the preloaded libraries, per platform of the dynamic linker.
    Path preloads() {
        return lib().resolve("preload/$PLATFORM");
    }

    /// The suppressions for a sanitizer in a program that contains a JVM.
    Path suppressions(String sanitizer) {
        return root.resolve("share/rocprofiler/sanitizers").resolve(sanitizer + ".supp");
    }

    Path roctx() {
        return lib().resolve("librocprofiler-sdk-roctx.so.1");
    }

    Path olderRoctx() {
        return lib().resolve("libroctx64.so.4");
    }

    /// The tracer tool that `rocprof` uses.
    Path tracerTool() {
        return lib().resolve("roctracer/libroctracer_tool.so");
    }

    Path sdk() {
        return lib().resolve("librocprofiler-sdk.so.1");
    }

    /// The library to which runtimes hand their tables.
    Path register() {
        return lib().resolve("librocprofiler-register.so.0");
    }

    Path collector() {
        return lib().resolve("java/rocprofiler-collector.jar");
    }

    /// @throws CommandException if a file that tracing needs is missing
    void check() {
        check(sdk(), roctx(), collector(), launchLibrary());
    }

    public void checkTracerTool() {
        check(tracerTool(), olderRoctx(), launchLibrary());
    }

    private static void check(Path... files) {
        for (Path needed : files) {
            if (!Files.exists(needed)) {
                throw CommandException.failed("the installation is incomplete, " + needed + " is missing");
            }
        }
    }
}
