package io.rocprofiler.export.text;

import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The machine, as AMD's json and rocpd describe it: what `uname` says, and the machine's id.
///
/// @param id of rows that mean this machine
public record Node(
        long id,
        long hash,
        String machineId,
        String systemName,
        String hostname,
        String release,
        String version,
        String hardwareName,
        String domainName) {

    private static final long IDS = 0xffff_ffffL; // AMD's ids of machines are below UINT32_MAX

    /// The one that a process ran on, if that is the one that this runs on.
    public static Node of(ProcessTrace process) {
        String machine = firstLine("/etc/machine-id");
        long hash = Integer.toUnsignedLong(machine.hashCode());
        return new Node(
                hash % IDS,
                hash,
                machine,
                System.getProperty("os.name"),
                process.properties().get("hostname", ""),
                System.getProperty("os.version"),
                firstLine("/proc/sys/kernel/version"),
                "x86_64", // the only one there is a native half for
                firstLine("/proc/sys/kernel/domainname"));
    }

    private static String firstLine(String file) {
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
