package io.rocprofiler.roctx;

import org.jspecify.annotations.Nullable;

/// ROC-TX: annotates a program for the tool that traces it.
///
/// {@snippet file="12-roctx/java/Epochs.java" region="ranges"}
///
/// While no tool is listening, or if no ROC-TX library is installed, each method costs a few nanoseconds and
/// allocates nothing. A tool may attach at any time: it sees what begins from then on. No method ever throws.
///
/// **Messages.** Some thousands of recurring messages are cached as C strings; others are copied for each call. In
/// C a message ends at its first zero.
///
/// **Threads.** Every method may be called on any thread. ROC-TX keeps pushed ranges per operating system thread,
/// and virtual threads change those while they run. So [#range] and [#push] on a virtual thread start and stop a
/// range of the process: tools show it as such, and it does not enclose the GPU work that the thread launches.
/// Everything else is the same on both kinds of threads.
///
/// The library is the one that the process has already loaded, else the one in `-Drocprofiler.home` or
/// `ROCPROFILER_HOME`, `java.library.path`, `/opt/rocprofiler-java`, `/opt/rocm`, or in the system's search path;
/// AMD's library works, too, but does not tell whether a tool is listening, so that each call is made.
///
/// Java 17 to 21 cannot call C as this class does: there it does nothing, as if no library were installed.
public final class Roctx {
    private static final Markers PROCESS = Markers.ofProcess();

    private Roctx() {}

    /// {@return whether a tool is listening now: check this before building an expensive message} Also true
    /// if unknown.
    public static boolean isListening() {
        return PROCESS.isListening();
    }

    /// Marks a point in time.
    ///
    /// @param message shown in the trace; null is the empty message
    public static void mark(@Nullable String message) {
        PROCESS.mark(message);
    }

    /// {@return a range of time that lasts until it is closed} Close the ranges of a thread in the reverse order of
    /// their creation, as `try` does.
    ///
    /// @param message shown in the trace; null is the empty message
    public static Range range(@Nullable String message) {
        return PROCESS.range(message);
    }

    /// Begins a range of this thread within its open ranges. Prefer [#range] where `try` can be used.
    ///
    /// @param message shown in the trace; null is the empty message
    /// @return its level: the number of pushed ranges that were open on this thread, whether a tool is listening or
    ///     not; ranges pushed by other means than this method do not count
    public static int push(@Nullable String message) {
        return PROCESS.push(message);
    }

    /// Ends the innermost range begun by [#push] on this thread.
    ///
    /// @return its level, as returned by `push`; -1 if no range was open, which is not reported to tools
    public static int pop() {
        return PROCESS.pop();
    }

    /// Begins a range of the process, which any thread can end, in any order.
    ///
    /// @param message shown in the trace; null is the empty message
    /// @return the id to pass to [#stop]; 0 if no tool is listening
    public static long start(@Nullable String message) {
        return PROCESS.start(message);
    }

    /// Ends a range begun by [#start]; has no effect if `id` is 0.
    ///
    /// @param id the result of [#start]
    public static void stop(long id) {
        PROCESS.stop(id);
    }

    /// Asks tools to stop recording until [#resume()], on all threads.
    public static void pause() {
        PROCESS.pause(0);
    }

    /// Asks tools to stop recording a thread until it is resumed.
    ///
    /// @param threadId from [#threadId]; 0 for all threads
    public static void pause(long threadId) {
        PROCESS.pause(threadId);
    }

    /// Asks tools to record again.
    public static void resume() {
        PROCESS.resume(0);
    }

    /// Asks tools to record a thread again.
    ///
    /// @param threadId from [#threadId]; 0 for all threads
    public static void resume(long threadId) {
        PROCESS.resume(threadId);
    }

    /// {@return the Linux thread id of the calling thread, as tools show it} For a virtual thread: that of its
    /// current carrier thread.
    public static long threadId() {
        return PROCESS.threadId();
    }

    /// Names the calling thread in traces. Has no effect on a virtual thread, whose carrier other threads share.
    ///
    /// @param name shown in the trace
    public static void nameThread(String name) {
        PROCESS.nameThread(name);
    }

    /// Names a device in traces.
    ///
    /// @param hipDevice its number in HIP
    /// @param name shown in the trace
    public static void nameDevice(int hipDevice, String name) {
        PROCESS.nameDevice(hipDevice, name);
    }

    /// Names a stream in traces.
    ///
    /// @param hipStream the `hipStream_t`, an address
    /// @param name shown in the trace
    public static void nameStream(long hipStream, String name) {
        PROCESS.nameStream(hipStream, name);
    }

    /// Names an agent in traces.
    ///
    /// @param hsaAgent the handle in an `hsa_agent_t`
    /// @param name shown in the trace
    public static void nameAgent(long hsaAgent, String name) {
        PROCESS.nameAgent(hsaAgent, name);
    }
}
