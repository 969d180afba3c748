package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// A machine in a folder.
record FakeMachine(Path root) {

    static final String LIBRARIES = "usr/lib/x86_64-linux-gnu/";
    static final String HSA = library("hsa_init");
    static final String HIP = library("hipInit");
    static final String REGISTERS = "\0rocprofiler_register_library_api_table\0";

    /// Returns a file that looks like a library of this machine, with a name in it.
    static String library(String name) {
        return "\u007fELF\u0002\u0001\u0001" + "\0".repeat(11) + ">" + "\0".repeat(60) + name + "\0";
    }

    /// Adds a driver with one GPU.
    void driver() throws IOException {
        write("dev/kfd", "");
        write("dev/dri/renderD128", "");
        write("sys/module/amdgpu/version", "6.8.5\n");
        write("proc/self/limits", "Max open files            1024                 4096                 files\n");
        String nodes = "sys/class/kfd/kfd/topology/nodes/";
        write(nodes + "0/properties", "cpu_cores_count 96\nsimd_count 0\n");
        write(nodes + "1/properties", "simd_count 1216\ngfx_target_version 90402\n");
    }

    Path write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        return Files.writeString(path, text);
    }

    /// Adds a shell script.
    void script(String file, String text) throws IOException {
        if (!write(file, "#!/bin/sh\n" + text + "\n").toFile().setExecutable(true)) {
            throw new IOException(file);
        }
    }
}
