package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the examples' programs ready for the runtime that is there: on the GPU, on the software driver below AMD's
/// runtimes, or on the software GPU.
///
/// @param root of the installation
/// @param work an empty folder
/// @param details receives the outputs of the builds
record TestBed(Path root, Machine machine, RuntimeCheck runtimes, Path work, StringBuilder details) {

    private static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

    /// What the examples' programs are linked with.
    private static final String HIP_OF_EXAMPLES = "libamdhip64.so.7";

    /// @param hasGpu whether programs can reach a GPU
    /// @param findings receives what is not as it should be
    Programs choose(boolean hasGpu, List<Finding> findings) throws IOException, InterruptedException {
        Library hip = runtimes.hipLibrary();
        Path softkfd = root.resolve("bin/softkfd");
        if (hip == null || isSoftgpu(hip) || (!hasGpu && !Files.isExecutable(softkfd))) {
            return onSoftgpu();
        }
        if (!hasGpu) {
            return asBuilt("AMD's runtimes over the software driver", List.of(softkfd.toString()), hip);
        }
        Path compiler = compiler();
        if (compiler == null) {
            findings.add(Finding.note(
                    "selftest",
                    "no hipcc to build programs with kernels for this GPU; with one:"
                            + " PATH=/opt/rocm/bin:$PATH rocprofv3 doctor --selftest"));
            return asBuilt("the GPU", List.of(), hip);
        }
        return build(compiler, findings) ? onGpu(hip) : asBuilt("the GPU", List.of(), hip);
    }

    private boolean isSoftgpu(Library hip) throws IOException {
        Path ours = root.resolve("lib/softgpu");
        return Files.isDirectory(ours) && hip.file().toRealPath().startsWith(ours.toRealPath());
    }

    private Programs onSoftgpu() {
        Map<String, String> variables = new HashMap<>(machine.environment());
        String ours = root.resolve("lib/softgpu") + ":" + root.resolve("lib");
        variables.merge(LIBRARY_PATH, ours, (present, first) -> first + ":" + present);
        return new Programs("the software GPU", List.of(), variables, examples(), true, true);
    }

    private Programs onGpu(Library hip) {
        return new Programs(
                "the GPU",
                List.of(),
                onRuntime(root.resolve("lib").toString()),
                work,
                true,
                RuntimeCheck.isTraced(hip));
    }

    /// Returns the programs without kernels of their own as they are: they run with any HIP by the name that they know.
    /// The folder of a runtime with its own C library is left to `softkfd`, whose shell would not run with that.
    private Programs asBuilt(String where, List<String> launcher, Library hip) throws IOException {
        Path names = NewFile.directories(work.resolve("names"));
        Files.createSymbolicLink(names.resolve(HIP_OF_EXAMPLES), hip.file());
        String folder = runtimes.libraries().isOfRuntime(hip) ? "" : hip.file().getParent() + ":";
        Map<String, String> variables = onRuntime(names + ":" + folder + root.resolve("lib"));
        return new Programs(where, launcher, variables, examples(), false, RuntimeCheck.isTraced(hip));
    }

    private Map<String, String> onRuntime(String folders) {
        Map<String, String> variables = new HashMap<>(machine.environment());
        variables.merge(LIBRARY_PATH, folders, (present, ours) -> ours + ":" + present);
        if (runtimes.needsToolsVariable()) {
            String register = root.resolve("lib/librocprofiler-register.so.0").toString();
            variables.merge("HSA_TOOLS_LIB", register, (present, ours) -> present + " " + ours);
        }
        return variables;
    }

    private Path examples() {
        return root.resolve("share/rocprofiler/examples");
    }

    /// Builds all programs for this machine's GPUs.
    private boolean build(Path compiler, List<Finding> findings) throws IOException, InterruptedException {
        List<String> programs = new ArrayList<>(List.of("11-roctracer/transpose"));
        for (Example.Program program : Example.Program.values()) {
            programs.add(program.folder + "/" + program.file);
        }
        for (String program : programs) {
            String folder = program.substring(0, program.indexOf('/'));
            List<String> make = List.of(
                    "make",
                    "-s",
                    "-C",
                    examples().resolve(folder).toString(),
                    "ROOT=" + root,
                    "OUT=" + work.resolve(folder),
                    "HIPCC=" + compiler,
                    work.resolve(program).toString());
            Outcome built = Outcome.of(make, machine.environment(), work);
            details.append(built.report(Map.of()));
            if (built.status() != 0) {
                findings.add(Finding.bad("build", program + " does not build with " + compiler, "see the report"));
                return false;
            }
        }
        return true;
    }

    private @Nullable Path compiler() {
        List<Path> folders = new ArrayList<>();
        for (String folder : machine.variable("PATH").split(":", -1)) {
            if (folder.startsWith("/")) {
                folders.add(machine.at(folder));
            }
        }
        folders.add(machine.at("/opt/rocm/bin"));
        return folders.stream()
                .map(folder -> folder.resolve("hipcc"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
