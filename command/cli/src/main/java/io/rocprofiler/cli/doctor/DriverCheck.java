package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// The kernel's driver: whether it is there, its GPUs, and whether this user may open them.
record DriverCheck(Machine machine) {

    private static final String NODES = "/sys/class/kfd/kfd/topology/nodes";
    static final String DEVICES = "docker run --device=/dev/kfd --device=/dev/dri ...";

    /// By which programs choose among GPUs, or take one for another.
    static final List<String> CHOICES = List.of(
            "ROCR_VISIBLE_DEVICES",
            "HIP_VISIBLE_DEVICES",
            "CUDA_VISIBLE_DEVICES",
            "GPU_DEVICE_ORDINAL",
            "HSA_OVERRIDE_GFX_VERSION");

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (!machine.has("/dev/kfd")) {
            findings.add(missing());
            return findings;
        }
        String version = machine.text("/sys/module/amdgpu/version");
        findings.add(Finding.good(
                "driver", "/dev/kfd" + (version.isEmpty() ? ", amdgpu of the kernel" : ", amdgpu " + version)));
        findings.add(gpus());
        findings.add(access(machine.at("/dev/kfd")));
        List<Path> render = machine.entries("/dev/dri", "renderD\\d+");
        if (render.isEmpty()) {
            findings.add(Finding.bad("access", "there is no /dev/dri/renderD* in here", "in a container: " + DEVICES));
        }
        render.forEach(node -> findings.add(access(node)));
        for (String name : CHOICES) {
            if (machine.environment().containsKey(name)) {
                findings.add(
                        Finding.note("GPUs", name + "=" + machine.variable(name) + " is set: programs see others"));
            }
        }
        return findings;
    }

    /// Whether programs can reach a GPU.
    boolean isUsable() {
        return machine.has("/dev/kfd") && findings().stream().noneMatch(Finding::isBad);
    }

    Finding missing() {
        if (!machine.variable(LibraryPath.RUNTIME).isEmpty()) {
            return Finding.note(
                    "driver",
                    "there is no /dev/kfd; as " + LibraryPath.RUNTIME
                            + " is set, programs run over the software driver");
        }
        boolean isLoaded = !machine.text("/sys/module/amdgpu/initstate").isEmpty();
        return isLoaded
                ? Finding.bad(
                        "driver", "amdgpu is loaded, but there is no /dev/kfd in here", "in a container: " + DEVICES)
                : Finding.bad(
                        "driver",
                        "the kernel's driver for AMD GPUs is not loaded: there is no /dev/kfd",
                        "sudo modprobe amdgpu; to try without a GPU: softgpu PROGRAM");
    }

    Finding gpus() {
        List<String> gpus = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (Path node : machine.entries(NODES, "\\d+")) {
            String properties = Machine.text(node.resolve("properties"));
            if (properties.isEmpty()) {
                hidden.add("node " + node.getFileName());
            } else if (property(properties, "simd_count") != 0) {
                gpus.add("node " + node.getFileName() + " " + processor(property(properties, "gfx_target_version")));
            }
        }
        if (!gpus.isEmpty()) {
            return Finding.good("GPUs", String.join(", ", gpus));
        }
        return hidden.isEmpty()
                ? Finding.bad(
                        "GPUs", "the driver knows none", "rocminfo says what the runtime finds; dmesg | grep amdgpu")
                : Finding.bad(
                        "GPUs", String.join(", ", hidden) + " may not be looked at", "in a container: " + DEVICES);
    }

    private static long property(String properties, String name) {
        String value = Machine.field(properties, name + " ");
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
    }

    /// Returns the name of a `gfx_target_version`: its last three places are decimal, decimal, and hexadecimal.
    private static String processor(long version) {
        return "gfx%d%d%x".formatted(version / 10_000, version / 100 % 100, version % 100);
    }

    /// Opens the device, because a container's rules for devices show in no file's permissions.
    Finding access(Path device) {
        String name = machine.name(device);
        try (FileChannel _ = FileChannel.open(device, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return Finding.good("access", name);
        } catch (AccessDeniedException _) {
            String group = group(device);
            return Finding.bad(
                    "access",
                    "this user may not open " + name,
                    machine.isContainer()
                            ? "docker run --group-add " + group + " ..."
                            : "sudo usermod -aG " + group + " $USER, and log in again");
        } catch (IOException e) {
            return Finding.bad(
                    "access", name + " cannot be opened: " + IoErrorText.of(e), "in a container: " + DEVICES);
        }
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
