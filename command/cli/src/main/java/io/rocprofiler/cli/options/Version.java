package io.rocprofiler.cli.options;

import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.IVersionProvider;

/// The table that `--version` prints: the lines of AMD's command (`rocprofv3.py` of rocprofiler-sdk 1.4.1), and what
/// this one is.
public final class Version implements IVersionProvider {

    public static final String NUMBER = "0.1.0";
    public static final String ARCHITECTURE = "x86_64-linux-gnu"; // the only architecture with a native half

    @Override
    public String[] getVersion() {
        return new String[] {
            line("version", NUMBER),
            line("git_revision", ""), // as in our headers: the build does not depend on a repository
            line("library_arch", ARCHITECTURE),
            line("system_name", System.getProperty("os.name")),
            line("system_processor", System.getProperty("os.arch")),
            line("system_version", System.getProperty("os.version")),
            line("compiler_id", System.getProperty("java.vendor")),
            line("compiler_version", Runtime.version().toString()),
            line("rocm_version", rocm(System.getenv().getOrDefault("ROCM_PATH", "/opt/rocm"))),
            line("product", "rocprofiler-java")
        };
    }

    /// Returns the version of the ROCm that is installed in a folder.
    static String rocm(String folder) {
        try {
            return Files.readString(Path.of(folder, ".info", "version")).strip();
        } catch (NoSuchFileException _) {
            return "none in " + folder;
        } catch (IOException e) {
            return IoErrorText.of(e);
        }
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "%20s: %s", name, value);
    }
}
