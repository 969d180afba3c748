package io.rocprofiler.cli.doctor;

import io.rocprofiler.cli.output.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The checks of the libraries that programs load.
final class RuntimeChecks {

    private RuntimeChecks() {}

    /// @param function that the library must have
    static Answer runtime(Site site, String name, String function) {
        Finding finding = site.runtimes().library(name, function);
        Library found = site.libraries().find(name);
        Answer answer = Answer.of(finding);
        return found == null
                ? answer
                : answer.with("resolved_path", found.file().toString());
    }

    static Answer register(Site site) {
        return InstallChecks.libraries(site, "librocprofiler-register.so.0");
    }

    /// Loads each library into a process of its own, with all symbols: by the dynamic linker, into a program that does
    /// nothing.
    static Answer load(Site site) throws IOException, InterruptedException {
        if (!site.canRun()) {
            return Answer.skip("no program can be run here");
        }
        List<Path> libraries = new ArrayList<>();
        for (String name : List.of(
                "librocprofiler-register.so.0",
                "librocprofiler-sdk.so.1",
                "librocprofiler-sdk-roctx.so.1",
                "libroctx64.so.4",
                "librocprofiler-signals.so")) {
            libraries.add(site.lib(name));
        }
        for (String name : List.of(RuntimeCheck.HSA, RuntimeCheck.HIP)) {
            Library found = site.libraries().find(name);
            if (found != null && !site.libraries().isOfRuntime(found)) { // those need their own C library
                libraries.add(found.file());
            }
        }
        Path work = Site.work();
        try {
            List<String> loaded = new ArrayList<>();
            for (Path library : libraries) {
                Outcome outcome = site.load(List.of(library), work);
                if (outcome.status() != 0 || !outcome.err().isEmpty()) {
                    return Diagnosis.explain(site, library + " cannot be loaded", outcome);
                }
                loaded.add(library.toString());
            }
            return Answer.pass(loaded.size() + " libraries").with("loaded", loaded);
        } finally {
            FileTree.remove(work);
        }
    }
}
