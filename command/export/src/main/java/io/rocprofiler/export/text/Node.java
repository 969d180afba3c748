package io.rocprofiler.export.text;

import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The machine, as in AMD's JSON and rocpd: the result of `uname`, and the machine's id.
///
/// @param id of the rows that refer to this machine
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

    /// Returns the machine of a process, assuming that it is the current machine.
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
                "x86_64", // the only architecture with a native half
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
