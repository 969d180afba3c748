package io.rocprofiler.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A minimal installation with only the files that the command itself needs.
public final class Dist {

    private static final Path LIBRARIES = Path.of(System.getProperty("launch.lib"));

    private final Path directory;
    private final Path root;

    private Dist(Path directory, Path root) {
        this.directory = directory;
        this.root = root;
    }

    static Dist in(Path directory) throws IOException {
        Path root = Files.createDirectories(directory.resolve("dist"));
        Path lib = Files.createDirectories(root.resolve("lib"));
        Files.createDirectories(lib.resolve("java"));
        Files.copy(launchLibrary(), lib.resolve("librocprofiler-launch.so"));
        // A valid library, not an empty file, because the program preloads it.
        Files.copy(launchLibrary(), lib.resolve("librocprofiler-sdk-roctx.so.1"));
        Files.createFile(lib.resolve("librocprofiler-sdk.so.1"));
        Files.createFile(lib.resolve("java/rocprofiler-collector.jar"));
        return new Dist(directory, root);
    }

    public static Path launchLibrary() {
        return LIBRARIES.resolve("librocprofiler-launch.so");
    }

    Path root() {
        return root;
    }

    /// Returns the command in a separate JVM, started as the front starts it.
    ProcessBuilder command(String... arguments) {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new java.util.ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xrs",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Drocprofiler.home=" + root,
                "-cp",
                classPath,
                "io.rocprofiler.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(directory.toFile());
    }
}
