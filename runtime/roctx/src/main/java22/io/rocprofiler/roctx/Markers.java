package io.rocprofiler.roctx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Implements the functions of [Roctx] with a library. Each first checks whether a tool is listening, and does
/// nothing else if none is.
record Markers(Library library) {
    static Markers ofProcess() {
        return new Markers(InstalledLibrary.ofProcess());
    }

    boolean isListening() {
        return watch().isListening(Watch.MARK) || listensToRanges() || listensToProcessRanges();
    }

    private boolean listensToRanges() {
        return watch().isListening(Watch.RANGE_PUSH, Watch.RANGE_POP);
    }

    private boolean listensToProcessRanges() {
        return watch().isListening(Watch.RANGE_START, Watch.RANGE_STOP);
    }

    /// Whether a tool listens to ranges of the calling thread, as [Library#begin] begins them there.
    private boolean listens() {
        return Thread.currentThread().isVirtual() ? listensToProcessRanges() : listensToRanges();
    }

    void mark(@Nullable String message) {
        if (watch().isListening(Watch.MARK)) library.tell(functions().mark(), message, 0);
    }

    Range range(@Nullable String message) {
        return listens() ? new Range(library, library.begin(message)) : Range.SILENT;
    }

    int push(@Nullable String message) {
        Levels levels = Levels.ofThread();
        int level = levels.depth();
        levels.push(level < Levels.MAX_TOLD && listens() ? library.begin(message) : Library.SILENT);
        return level;
    }

    int pop() {
        Levels levels = Levels.ofThread();
        if (levels.depth() == 0) return -1;
        library.end(levels.pop()); // even if no tool is listening now: C counts levels, too
        return levels.depth();
    }

    long start(@Nullable String message) {
        return listensToProcessRanges() ? library.tell(functions().rangeStart(), message, 0) : 0;
    }

    void stop(long id) {
        if (id != 0) library.call(functions().rangeStop(), id, 0);
    }

    void pause(long threadId) {
        if (watch().isListening(Watch.PROFILER_PAUSE)) library.call(functions().profilerPause(), threadId, 0);
    }

    void resume(long threadId) {
        if (watch().isListening(Watch.PROFILER_RESUME)) library.call(functions().profilerResume(), threadId, 0);
    }

    long threadId() {
        if (functions().getThreadId().address() == 0) return LinuxThread.id();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment id = arena.allocate(ValueLayout.JAVA_LONG);
            library.call(functions().getThreadId(), id.address(), 0);
            return id.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    void nameThread(@Nullable String name) {
        if (watch().isListening(Watch.NAME_OS_THREAD) && !Thread.currentThread().isVirtual())
            library.tell(functions().nameOsThread(), name, 0);
    }

    void nameDevice(int hipDevice, @Nullable String name) {
        if (watch().isListening(Watch.NAME_HIP_DEVICE)) library.tell(functions().nameHipDevice(), name, hipDevice);
    }

    void nameStream(long hipStream, @Nullable String name) {
        if (watch().isListening(Watch.NAME_HIP_STREAM)) library.tell(functions().nameHipStream(), name, hipStream);
    }

    void nameAgent(long hsaAgent, @Nullable String name) {
        if (!watch().isListening(Watch.NAME_HSA_AGENT)) return;
        try (Arena arena = Arena.ofConfined()) { // hsa_agent_t is a struct that contains the handle
            long agent = arena.allocateFrom(ValueLayout.JAVA_LONG, hsaAgent).address();
            library.tell(functions().nameHsaAgent(), name, agent);
        }
    }

    private Watch watch() {
        return library.watch();
    }

    private Functions functions() {
        return library.functions();
    }
}
