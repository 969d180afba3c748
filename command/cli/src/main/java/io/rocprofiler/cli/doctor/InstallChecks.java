package io.rocprofiler.cli.doctor;

import io.rocprofiler.abi.internal.SdkVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The checks of what is installed: ROCm, and this product.
final class InstallChecks {

    static final String AGAIN = "install this product again";

    private InstallChecks() {}

    static Answer rocm(Site site) {
        Rocm rocm = site.rocm();
        if (rocm.folder() == null) {
            return Answer.fail(
                    rocm.source().startsWith("--")
                            ? "no ROCm by " + rocm.source()
                            : "no ROCm in ROCM_PATH or /opt/rocm: its libraries are looked for where the dynamic linker looks",
                    "export ROCM_PATH=/opt/rocm, or install ROCm");
        }
        String version = rocm.version().isEmpty() ? "no version" : rocm.version();
        return Answer.pass(rocm.name() + ", " + version + ", found by " + rocm.source())
                .with("resolved_path", rocm.name())
                .with("install_kind", rocm.kind());
    }

    static Answer sdk(Site site) {
        return libraries(site, "librocprofiler-sdk.so.1");
    }

    static Answer tool(Site site) {
        return files(site, "lib/java/rocprofiler-collector.jar", "lib/runtime/lib/server/libjvm.so");
    }

    static Answer roctx(Site site) {
        return libraries(site, "librocprofiler-sdk-roctx.so.1", "libroctx64.so.4");
    }

    /// Whether the libraries are there, and such that a program of this machine can load.
    static Answer libraries(Site site, String... names) {
        for (String name : names) {
            Path file = site.lib(name);
            if (Files.exists(file) && new Library(file).kind() != Library.Kind.LOADABLE) {
                return Answer.fail(file + " is not a library of this machine", AGAIN);
            }
        }
        String[] files = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            files[i] = "lib/" + names[i];
        }
        return files(site, files);
    }

    /// Whether files of the product are there.
    static Answer files(Site site, String... names) {
        List<String> missing = new ArrayList<>();
        for (String name : names) {
            if (!Files.exists(site.installation().resolve(name))) {
                missing.add(name);
            }
        }
        String all = String.join(", ", names) + " in " + site.installation();
        return missing.isEmpty()
                ? Answer.pass(all)
                : Answer.fail(String.join(", ", missing) + " is not in " + site.installation(), AGAIN)
                        .with("missing", missing);
    }

    static Answer versions(Site site) {
        Map<String, Object> versions = new TreeMap<>(Map.of("command", SdkVersion.TEXT));
        Path header = site.installation().resolve("include/rocprofiler-sdk/version.h");
        put(
                versions,
                "headers",
                Machine.field(Machine.text(header), "#define ROCPROFILER_VERSION_STRING ")
                        .replace("\"", ""));
        for (String name : List.of("rocprofiler-sdk", "rocprofiler-sdk-roctx")) {
            put(
                    versions,
                    name + ".pc",
                    Machine.field(Machine.text(site.lib("pkgconfig/" + name + ".pc")), "Version: "));
        }
        boolean isOne = versions.values().stream().allMatch(SdkVersion.TEXT::equals);
        return (isOne ? Answer.pass(SdkVersion.TEXT) : Answer.fail("several: " + versions, AGAIN))
                .with("versions", versions);
    }

    private static void put(Map<String, Object> versions, String name, String version) {
        if (!version.isEmpty()) { // where headers and packages are not installed, nobody is misled by them
            versions.put(name, version);
        }
    }

    /// Whether programs find another profiler's libraries in place of ours, or runtimes of different places.
    static Answer mixture(Site site) throws IOException {
        List<String> strange = new ArrayList<>();
        for (String name : List.of("librocprofiler-sdk.so", "librocprofiler-register.so")) {
            Library found = site.libraries().find(name);
            if (found != null && !isOurs(site, found.file())) {
                strange.add(found.description() + " is found by programs; the command puts its own before it");
            }
        }
        Library hsa = site.libraries().find(RuntimeCheck.HSA);
        Library hip = site.libraries().find(RuntimeCheck.HIP);
        if (hsa != null && hip != null && !folder(hsa).equals(folder(hip))) {
            strange.add("HSA is in " + folder(hsa) + ", HIP in " + folder(hip));
        }
        return strange.isEmpty()
                ? Answer.pass("no others are found")
                : Answer.fail(String.join("; ", strange), "leave one ROCm in LD_LIBRARY_PATH")
                        .with("found", strange);
    }

    private static boolean isOurs(Site site, Path file) throws IOException {
        return Files.isDirectory(site.installation())
                && file.toRealPath().startsWith(site.installation().toRealPath());
    }

    private static Path folder(Library library) throws IOException {
        Path file = library.file().toRealPath();
        Path folder = file.getParent();
        return folder == null ? file : folder;
    }
}
