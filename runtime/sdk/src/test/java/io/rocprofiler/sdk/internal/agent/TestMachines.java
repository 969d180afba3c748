package io.rocprofiler.sdk.internal.agent;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The machines kept as test data in `topology/`: files as their kernels show them.
public final class TestMachines {
    private TestMachines() {}

    /// A machine that has no AMD kernel driver.
    public static MachineFiles withoutDriver() {
        Path nowhere = Path.of("/nonexistent");
        return new MachineFiles(nowhere, nowhere, nowhere, List.of(), Map.of());
    }

    public static MachineFiles of(String name) {
        return of(name, Map.of());
    }

    public static MachineFiles of(String name, Map<String, String> environment) {
        try {
            Path root = Path.of(Objects.requireNonNull(TestMachines.class.getResource("/topology/" + name))
                    .toURI());
            return new MachineFiles(
                    root,
                    root.resolve("cpuinfo"),
                    root.resolve("drm"),
                    List.of(root.resolve("missing.ids"), root.resolve("amdgpu.ids")),
                    environment);
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
