package io.rocprofiler.export.text;

import io.rocprofiler.trace.ProcessProperties;
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

    /// Returns the machine of a process: the one that the process names, as those in other tools' files do, else the
    /// current machine.
    public static Node of(ProcessTrace process) {
        ProcessProperties of = process.properties();
        boolean isElsewhere = !of.get("machine_id", "").isEmpty();
        String machine = isElsewhere ? of.get("machine_id", "") : firstLine("/etc/machine-id");
        long hash = of.number("machine_hash", Integer.toUnsignedLong(machine.hashCode()));
        return new Node(
                Math.floorMod(hash, IDS),
                hash,
                machine,
                isElsewhere ? of.get("system_name", "") : System.getProperty("os.name"),
                of.get("hostname", ""),
                isElsewhere ? of.get("system_release", "") : System.getProperty("os.version"),
                isElsewhere ? of.get("system_version", "") : firstLine("/proc/sys/kernel/version"),
                isElsewhere ? of.get("hardware_name", "") : "x86_64", // the only one with a native half
                isElsewhere ? of.get("domain_name", "") : firstLine("/proc/sys/kernel/domainname"));
    }

    private static String firstLine(String file) {
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
