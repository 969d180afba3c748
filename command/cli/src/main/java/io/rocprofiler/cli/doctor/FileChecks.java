package io.rocprofiler.cli.doctor;

import io.rocprofiler.trace.problem.IoErrorText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The checks of the folders that are written to.
final class FileChecks {

    private static final long MEGABYTE = 1 << 20;
    private static final long LITTLE = 500; // megabytes, AMD's
    private static final long TOO_LITTLE = 50;
    private static final String ELSEWHERE = "rocprofv3 -d DIRECTORY ...";

    private FileChecks() {}

    static Answer output(Site site) {
        return writable(place(site), ELSEWHERE);
    }

    static Answer temporary(Site site) {
        String named = site.machine().variable("TMPDIR");
        return writable(site.machine().at(named.startsWith("/") ? named : "/tmp"), "export TMPDIR=DIRECTORY");
    }

    static Answer room(Site site) {
        Path place = place(site);
        try {
            long free = Files.getFileStore(place).getUsableSpace() / MEGABYTE;
            return room(free, place).with("free_megabytes", free);
        } catch (IOException e) {
            return Answer.fail(place + ": " + IoErrorText.of(e), ELSEWHERE);
        }
    }

    /// @param free megabytes
    static Answer room(long free, Path place) {
        String text = free + " MB free in " + place;
        if (free < TOO_LITTLE) {
            return Answer.fail(text, ELSEWHERE);
        }
        return free < LITTLE ? Answer.warn(text, ELSEWHERE) : Answer.pass(text);
    }

    /// The folder of the output: the one that the variable names, as far as it is there, or here.
    private static Path place(Site site) {
        String named = site.machine().variable("ROCPROF_OUTPUT_PATH");
        boolean isPlain = !named.isEmpty() && !named.matches(".*[%{$].*");
        Path place = isPlain ? site.here().resolve(named) : site.here();
        for (Path folder = place; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder)) {
                return folder;
            }
        }
        return site.here();
    }

    /// Writes a file and removes it, because a file system's rules show in no folder's permissions.
    private static Answer writable(Path folder, String remedy) {
        try {
            Files.delete(Files.createTempFile(folder, ".rocprofv3-doctor", ""));
            return Answer.pass(folder.toString()).with("path", folder.toString());
        } catch (IOException e) {
            return Answer.fail("nothing can be written in " + folder + ": " + IoErrorText.of(e), remedy)
                    .with("path", folder.toString());
        }
    }
}
