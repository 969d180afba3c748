package io.rocprofiler.sdk.internal.agent;

import io.rocprofiler.sdk.internal.seam.Native;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The files of the kernel and of libdrm that describe a machine's agents, and the environment of the process.
///
/// @param topology the driver's tree: `nodes/<n>/...`
/// @param cpuinfo names of CPUs
/// @param drm names of GPUs: `renderD<minor>/device/...`
/// @param gpuNames libdrm's lists of GPU names; the first one that exists is used
/// @param environment variables that hide GPUs
public record MachineFiles(
        Path topology, Path cpuinfo, Path drm, List<Path> gpuNames, Map<String, String> environment) {

    /// Names the folder below which a stand-in for hardware describes itself.
    private static final String ROOT = "ROCPROFILER_MACHINE_ROOT";

    /// The files of the machine that this process runs on.
    public static MachineFiles here() {
        String named = Native.variable(ROOT);
        return below(Path.of(named == null || named.isEmpty() ? "/" : named), Visibility.variables(Native::variable));
    }

    /// The files of a machine below a folder: `/`, or that of a stand-in.
    public static MachineFiles below(Path root, Map<String, String> environment) {
        return new MachineFiles(
                root.resolve("sys/class/kfd/kfd/topology"),
                root.resolve("proc/cpuinfo"),
                root.resolve("sys/class/drm"),
                List.of(Path.of("/opt/amdgpu/share/libdrm/amdgpu.ids"), Path.of("/usr/share/libdrm/amdgpu.ids")),
                environment);
    }

    /// A machine whose files are not here.
    public static MachineFiles elsewhere(Map<String, String> environment) {
        Path nowhere = Path.of("/dev/null");
        return new MachineFiles(nowhere, nowhere, nowhere, List.of(), environment);
    }

    Path nodes() {
        return topology.resolve("nodes");
    }
}
