package io.rocprofiler.cli.options;

import java.util.Locale;
import picocli.CommandLine.IVersionProvider;

/// The table that `--version` prints.
public final class Version implements IVersionProvider {

    public static final String NUMBER = "0.1.0";
    public static final String ARCHITECTURE = "x86_64-linux-gnu"; // the only architecture with a native half

    @Override
    public String[] getVersion() {
        return new String[] {
            line("version", NUMBER),
            line("library_arch", ARCHITECTURE),
            line("system_name", System.getProperty("os.name")),
            line("system_processor", System.getProperty("os.arch")),
            line("system_version", System.getProperty("os.version")),
            line("java_version", Runtime.version().toString())
        };
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "%20s: %s", name, value);
    }
}
