package io.rocprofiler.roctx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where there is no library to ask.
final class LinuxThread {
    private LinuxThread() {}

    /// The id of the calling thread, 0 if the system does not say.
    static long id() {
        try {
            // <process>/task/<thread>
            return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString());
        } catch (IOException | RuntimeException unknown) {
            return 0;
        }
    }
}
