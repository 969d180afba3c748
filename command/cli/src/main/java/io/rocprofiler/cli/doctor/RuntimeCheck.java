package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The runtimes that programs would load, and the way by which each can be traced.
record RuntimeCheck(Machine machine) {

    /// By which a runtime hands over its tables. One that does not know the name does not register.
    private static final String REGISTER = "rocprofiler_register_library_api_table";

    /// Of a HIP without tables.
    private static final Pattern OLDER_HIP = Pattern.compile("libamdhip64\\.so\\.[1-5]\\b");

    private static final String HSA = "libhsa-runtime64.so";
    private static final String HIP = "libamdhip64.so";
    private static final List<String> OTHERS =
            List.of("librccl.so", "librocdecode.so", "librocjpeg.so", "libroctx64.so", "librocprofiler-sdk-roctx.so");

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(hsa());
        findings.add(hip());
        for (String name : OTHERS) {
            Path found = find(name);
            if (found != null) {
                findings.add(Finding.note(subject(name), describe(found) + (registers(found) ? ", registers" : "")));
            }
        }
        return findings;
    }

    /// Whether programs find a HIP, traceable or not.
    boolean hasHip() {
        return find(HIP) != null;
    }

    private Finding hsa() {
        Path found = find(HSA);
        if (found == null) {
            return missing(HSA);
        }
        return registers(found)
                ? Finding.good("HSA", describe(found) + ", registers: calls, kernels, copies, memory")
                : Finding.good(
                        "HSA",
                        describe(found) + ", does not register; rocprofv3 gets its calls, kernels, copies and memory by"
                                + " HSA_TOOLS_LIB. For a tool of your own: HSA_TOOLS_LIB=librocprofiler-register.so.0");
    }

    private Finding hip() {
        Path found = find(HIP);
        if (found == null) {
            return missing(HIP);
        }
        if (registers(found)) {
            return Finding.good("HIP", describe(found) + ", registers: calls, streams, graphs");
        }
        if (OLDER_HIP.matcher(describe(found)).find()) {
            return Finding.bad(
                    "HIP",
                    describe(found)
                            + " does not register and is older than 6.0: its calls are not traced, its kernels and copies"
                            + " are, as work of HSA",
                    "use HIP 6 or later; or, for calls and kernels of HIP alone, rocprof --hip-trace");
        }
        return Finding.good(
                "HIP",
                describe(found)
                        + ", does not register; rocprofv3 finds its tables: calls, streams, graphs. For a tool of"
                        + " your own: LD_PRELOAD=librocprofiler-register.so.0, too");
    }

    private static Finding missing(String name) {
        return Finding.bad(
                subject(name),
                "no " + name + " in LD_LIBRARY_PATH, /opt/rocm or the system's folders",
                "export LD_LIBRARY_PATH=/opt/rocm/lib, or install ROCm");
    }

    private static String subject(String name) {
        return switch (name) {
            case HSA -> "HSA";
            case HIP -> "HIP";
            default -> name.substring("lib".length(), name.length() - ".so".length());
        };
    }

    private static String describe(Path file) {
        try {
            return file + " (" + file.toRealPath().getFileName() + ")";
        } catch (IOException _) {
            return file.toString();
        }
    }

    /// Returns the library that the dynamic linker would find first: from the first folder that has any version of it.
    private @Nullable Path find(String name) {
        for (Path folder : folders()) {
            List<Path> found = Machine.entries(folder, Pattern.quote(name) + "(\\.\\d+)?");
            if (!found.isEmpty()) {
                return found.getLast();
            }
        }
        return null;
    }

    private Set<Path> folders() {
        Set<Path> folders = new LinkedHashSet<>();
        for (String folder : machine.variable("LD_LIBRARY_PATH").split(":", -1)) {
            if (folder.startsWith("/")) {
                folders.add(machine.at(folder));
            }
        }
        for (Path file : machine.entries("/etc/ld.so.conf.d", ".*\\.conf")) {
            machine.text("/etc/ld.so.conf.d/" + file.getFileName())
                    .lines()
                    .filter(line -> line.startsWith("/"))
                    .forEach(line -> folders.add(machine.at(line.strip())));
        }
        for (String folder : List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/opt/rocm/lib")) {
            folders.add(machine.at(folder));
        }
        machine.entries("/opt", "rocm-.*").reversed().forEach(rocm -> folders.add(rocm.resolve("lib")));
        return folders;
    }

    /// Whether the file contains the name: as an import, or as a text for `dlsym`.
    private static boolean registers(Path file) {
        byte[] name = REGISTER.getBytes(StandardCharsets.US_ASCII);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readAllBytes();
            for (int i = 0; i + name.length <= bytes.length; i++) {
                int matched = 0;
                while (matched < name.length && bytes[i + matched] == name[matched]) {
                    matched++;
                }
                if (matched == name.length) {
                    return true;
                }
            }
            return false;
        } catch (IOException _) {
            return false;
        }
    }
}
