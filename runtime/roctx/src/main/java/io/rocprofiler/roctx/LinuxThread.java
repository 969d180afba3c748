package io.rocprofiler.roctx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the thread id from Linux if there is no library to ask.
final class LinuxThread {
    private LinuxThread() {}

    /// Returns the id of the calling thread, 0 if unknown.
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
