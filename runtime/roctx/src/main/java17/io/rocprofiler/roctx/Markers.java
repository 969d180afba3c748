package io.rocprofiler.roctx;

import org.jspecify.annotations.Nullable;

/// Implements the functions of [Roctx] where Java cannot call C as later releases do: before Java 22. Nobody is told of
/// anything; levels are counted, and threads have their ids.
final class Markers {
    private Markers() {}

    static Markers ofProcess() {
        return new Markers();
    }

    boolean isListening() {
        return false;
    }

    void mark(@Nullable String message) {}

    Range range(@Nullable String message) {
        return Range.SILENT;
    }

    int push(@Nullable String message) {
        Levels levels = Levels.ofThread();
        int level = levels.depth();
        levels.push(Library.SILENT);
        return level;
    }

    int pop() {
        Levels levels = Levels.ofThread();
        if (levels.depth() == 0) return -1;
        levels.pop();
        return levels.depth();
    }

    long start(@Nullable String message) {
        return 0;
    }

    void stop(long id) {}

    void pause(long threadId) {}

    void resume(long threadId) {}

    long threadId() {
        return LinuxThread.id();
    }

    void nameThread(@Nullable String name) {}

    void nameDevice(int hipDevice, @Nullable String name) {}

    void nameStream(long hipStream, @Nullable String name) {}

    void nameAgent(long hsaAgent, @Nullable String name) {}
}
