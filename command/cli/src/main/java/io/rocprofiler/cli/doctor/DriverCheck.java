package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// The kernel's driver: whether it is there, its GPUs, and whether this user may open them.
record DriverCheck(Machine machine) {

    private static final String NODES = "/sys/class/kfd/kfd/topology/nodes";

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Path device = machine.at("/dev/kfd");
        if (!Files.exists(device)) {
            boolean isLoaded = !machine.text("/sys/module/amdgpu/initstate").isEmpty();
            findings.add(Finding.bad(
                    "driver",
                    isLoaded
                            ? "amdgpu is loaded, but there is no /dev/kfd in here"
                            : "the kernel's driver for AMD GPUs is not loaded: there is no /dev/kfd",
                    isLoaded
                            ? "in a container: docker run --device=/dev/kfd --device=/dev/dri ..."
                            : "sudo modprobe amdgpu; to try without a GPU: softgpu PROGRAM"));
            return findings;
        }
        String version = machine.text("/sys/module/amdgpu/version");
        findings.add(Finding.good("driver", "/dev/kfd" + (version.isEmpty() ? "" : ", amdgpu " + version)));
        findings.add(gpus());
        findings.add(access(device));
        machine.entries("/dev/dri", "renderD\\d+").forEach(node -> findings.add(access(node)));
        return findings;
    }

    /// Whether programs can reach a GPU.
    boolean isUsable() {
        return findings().stream().noneMatch(Finding::isBad);
    }

    private Finding gpus() {
        List<String> gpus = new ArrayList<>();
        for (Path node : machine.entries(NODES, "\\d+")) {
            String properties = machine.text(NODES + "/" + node.getFileName() + "/properties");
            if (!property(properties, "simd_count").equals("0")) {
                gpus.add("node " + node.getFileName() + " gfx_target_version "
                        + property(properties, "gfx_target_version"));
            }
        }
        return gpus.isEmpty()
                ? Finding.bad(
                        "GPUs", "the driver knows none", "rocminfo says what the runtime finds; dmesg | grep amdgpu")
                : Finding.good("GPUs", String.join(", ", gpus));
    }

    private static String property(String properties, String name) {
        return properties
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse("0");
    }

    private Finding access(Path device) {
        String name = "/" + machine.root().relativize(device);
        if (Files.isReadable(device) && Files.isWritable(device)) {
            return Finding.good("access", name);
        }
        return Finding.bad(
                "access",
                "this user may not open " + name,
                "sudo usermod -aG " + group(device) + " $USER, and log in again");
    }

    private static String group(Path device) {
        try {
            return Files.readAttributes(device, PosixFileAttributes.class)
                    .group()
                    .getName();
        } catch (IOException _) {
            return "render";
        }
    }
}
