package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What our libraries and the JVM in each traced program need of the system, and the folder that is written to.
///
/// @param root of the installation
/// @param here the folder that the command runs in
record SystemCheck(Machine machine, Path root, Path here) {

    private static final long MEGABYTE = 1 << 20;
    private static final long LEAST_DISK = 256 * MEGABYTE;
    private static final String ELSEWHERE = "write elsewhere: rocprofv3 -d DIRECTORY ...";

    private static final Pattern RELEASE =
            Pattern.compile("GNU C Library \\([^)]*\\) \\w+ release version (\\d+)\\.(\\d+)");
    private static final Pattern NEEDED = Pattern.compile("GLIBC_(\\d+)\\.(\\d+)");
    private static final List<String> FOLDERS =
            List.of("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib");

    /// A version of the C library.
    record Version(int major, int minor) implements Comparable<Version> {
        static final Version NONE = new Version(0, 0);

        @Override
        public int compareTo(Version other) {
            return major != other.major ? Integer.compare(major, other.major) : Integer.compare(minor, other.minor);
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.note(
                "system",
                "Linux " + System.getProperty("os.version") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors, " + name()));
        findings.add(Finding.note(
                "Java",
                System.getProperty("java.version") + " in " + System.getProperty("java.home")
                        + "; programs that have a JVM keep theirs, which has to be 25 or newer"));
        findings.add(libc());
        findings.add(disk());
        if (machine.isContainer()) {
            findings.add(Finding.note("container", "yes: limits are the container's"));
        }
        return findings;
    }

    private String name() {
        String name = Machine.field(machine.text("/etc/os-release"), "PRETTY_NAME=");
        return name.isEmpty() ? "unknown distribution" : name.replace("\"", "");
    }

    // --- the C library --------------------------------------------------------------------------------------------

    Finding libc() {
        Version needed = needed();
        for (String folder : FOLDERS) {
            Matcher found = RELEASE.matcher(bytes(machine.at(folder + "/libc.so.6")));
            if (found.find()) {
                Version version = version(found);
                return version.compareTo(needed) >= 0
                        ? Finding.good("glibc", version + "; " + needed + " is needed")
                        : Finding.bad(
                                "glibc",
                                version + ", but " + needed + " is needed: in programs nothing is traced",
                                "use a newer distribution, or a container of one");
            }
        }
        return machine.entries("/lib", "ld-musl-.*").isEmpty()
                ? Finding.note("glibc", "not found where it is looked for; " + needed + " is needed")
                : Finding.bad(
                        "glibc",
                        "the C library here is musl: nothing is traced in programs that use it",
                        "run the program in a container of a distribution with glibc");
    }

    /// Returns the newest version of glibc's functions that our libraries import.
    private Version needed() {
        Version most = Version.NONE;
        for (Path library : Machine.entries(root.resolve("lib"), "lib.*\\.so\\.\\d+")) {
            Matcher found = NEEDED.matcher(bytes(library));
            while (found.find()) {
                Version version = version(found);
                most = version.compareTo(most) > 0 ? version : most;
            }
        }
        return most;
    }

    private static Version version(Matcher found) {
        return new Version(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)));
    }

    private static String bytes(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }

    // --- the disk -------------------------------------------------------------------------------------------------

    private Finding disk() {
        try {
            FileStore store = Files.getFileStore(here);
            if (!Files.isWritable(here)) {
                return Finding.bad("disk", "nothing can be written in " + here, ELSEWHERE);
            }
            long free = store.getUsableSpace();
            String text = free / MEGABYTE + " MB free in " + here;
            return free >= LEAST_DISK ? Finding.good("disk", text) : Finding.bad("disk", text, ELSEWHERE);
        } catch (IOException e) {
            return Finding.bad("disk", here + ": " + IoErrorText.of(e), ELSEWHERE);
        }
    }
}
