package io.rocprofiler.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The runtimes that programs would load, and the way by which each can be traced.
record RuntimeCheck(Machine machine, LibraryPath libraries) {

    /// By which a runtime hands over its tables. One that does not know the name does not register.
    private static final String REGISTER = "rocprofiler_register_library_api_table";

    /// Of a HIP without tables.
    private static final Pattern OLDER_HIP = Pattern.compile("libamdhip64\\.so\\.[1-5]\\b");

    static final String HSA = "libhsa-runtime64.so";
    static final String HIP = "libamdhip64.so";
    private static final List<String> OTHERS =
            List.of("librccl.so", "librocdecode.so", "librocjpeg.so", "libroctx64.so", "librocprofiler-sdk-roctx.so");

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (String part : libraries.unknown()) {
            findings.add(Finding.note(
                    "libraries", part + " in LD_LIBRARY_PATH is another folder for each program: not looked into"));
        }
        findings.add(hsa());
        findings.add(hip());
        for (String name : OTHERS) {
            Library found = libraries.find(name);
            if (found != null && found.kind() == Library.Kind.LOADABLE) {
                findings.add(
                        Finding.note(subject(name), found.description() + (registers(found) ? ", registers" : "")));
            }
        }
        return findings;
    }

    /// The HIP that programs would load, null for none.
    @Nullable
    Library hipLibrary() {
        Library found = libraries.find(HIP);
        return found != null && problem(found, "hipInit") == null ? found : null;
    }

    /// Whether there is an HSA that has to be told of us, because it does not register.
    boolean needsToolsVariable() {
        Library found = libraries.find(HSA);
        return found != null && !registers(found);
    }

    Finding hsa() {
        Library found = libraries.find(HSA);
        if (found == null) {
            return missing(HSA);
        }
        Finding problem = problem(found, "hsa_init");
        if (problem != null) {
            return problem;
        }
        return registers(found)
                ? Finding.good("HSA", found.description() + ", registers: calls, kernels, copies, memory")
                : Finding.good(
                        "HSA",
                        found.description()
                                + ", does not register; rocprofv3 gets its calls, kernels, copies and memory by"
                                + " HSA_TOOLS_LIB. For a tool of your own: HSA_TOOLS_LIB=librocprofiler-register.so.0");
    }

    Finding hip() {
        Library found = libraries.find(HIP);
        if (found == null) {
            return missing(HIP);
        }
        Finding problem = problem(found, "hipInit");
        if (problem != null) {
            return problem;
        }
        if (registers(found)) {
            return Finding.good("HIP", found.description() + ", registers: calls, streams, graphs");
        }
        if (!isTraced(found)) {
            return Finding.bad(
                    "HIP",
                    found.description()
                            + " does not register and is older than 6.0: its calls are not traced, its kernels and copies"
                            + " are, as work of HSA",
                    "use HIP 6 or later; or, for calls and kernels of HIP alone, rocprof --hip-trace");
        }
        return Finding.good(
                "HIP",
                found.description()
                        + ", does not register; rocprofv3 finds its tables: calls, streams, graphs. For a tool of your"
                        + " own: LD_PRELOAD=librocprofiler-register.so.0, too");
    }

    /// Why programs cannot load a library, null if they can.
    ///
    /// @param function that it must have
    private @Nullable Finding problem(Library found, String function) {
        String name = String.valueOf(found.file().getFileName());
        String subject = subject(name.substring(0, name.indexOf(".so") + ".so".length()));
        String again = "install its package again, or take its folder out of LD_LIBRARY_PATH";
        if (found.kind() == Library.Kind.BROKEN) {
            return Finding.bad(subject, found.file() + " is not a library, or cannot be read", again);
        }
        if (!found.contains(function)) {
            return Finding.bad(subject, found.file() + " has no " + function, again);
        }
        String missing = machine.isReal() && !libraries.isOfRuntime(found)
                ? new LoadTrial(machine.environment()).missing(found)
                : "";
        return missing.isEmpty()
                ? null
                : Finding.bad(
                        subject,
                        found.file() + " cannot be loaded: " + missing,
                        "install the package that has it, or add its folder to LD_LIBRARY_PATH");
    }

    /// Whether programs find a library and can load it.
    ///
    /// @param function that it must have
    Finding library(String name, String function) {
        Library found = libraries.find(name);
        if (found == null) {
            return missing(name);
        }
        Finding problem = problem(found, function);
        return problem == null ? Finding.good(subject(name), found.description()) : problem;
    }

    private static Finding missing(String name) {
        return Finding.bad(
                subject(name),
                "no " + name + " for x86-64 in LD_LIBRARY_PATH, /opt/rocm or the system's folders",
                "export LD_LIBRARY_PATH=/opt/rocm/lib, or install ROCm");
    }

    private static String subject(String name) {
        return switch (name) {
            case HSA -> "HSA";
            case HIP -> "HIP";
            default -> name.substring("lib".length(), name.length() - ".so".length());
        };
    }

    /// Whether a library's name is that of a runtime, whatever its version.
    static boolean isRuntime(String name) {
        return Stream.concat(Stream.of(HSA, HIP), OTHERS.stream())
                .anyMatch(runtime -> name.equals(runtime) || name.startsWith(runtime + "."));
    }

    /// Whether a HIP's calls can be traced: it registers, or its tables can be found.
    static boolean isTraced(Library hip) {
        return registers(hip) || !OLDER_HIP.matcher(hip.description()).find();
    }

    /// Whether the runtime hands over its tables by itself.
    static boolean registers(Library library) {
        return library.contains(REGISTER);
    }
}
