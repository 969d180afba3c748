package io.rocprofiler.roctx;

import org.jspecify.annotations.Nullable;

/// ROC-TX: what a program says about itself to the tool that traces it.
///
/// ```java
/// try (var _ = Roctx.range("epoch")) {
///     Roctx.mark("shuffled");
///     train();
/// }
/// ```
///
/// While no tool listens, or where no ROC-TX library is installed, everything here costs a few nanoseconds
/// and allocates nothing. A tool may come at any time: it hears of what begins from then on. Nothing here
/// ever throws.
///
/// **Messages** that a program uses again and again are kept in C's form, some thousands of them; others
/// are copied for the time of the call. In C a message ends at its first zero.
///
/// **Threads.** Everything may be called on any thread. ROC-TX keeps pushed ranges for each thread of the
/// operating system, and virtual threads change those while they run. So a range of a virtual thread, from
/// [#range] or [#push], is started and stopped there: tools show it as a range of the process, and it does
/// not enclose the GPU work that it launches. Everything else is the same on both kinds of threads.
///
/// The library is the one that the process has loaded already, else the one in `-Drocprofiler.home` or
/// `ROCPROFILER_HOME`, `java.library.path`, `/opt/rocprofiler-java`, `/opt/rocm`, or where the system finds
/// it; AMD's will do, but it does not say whether somebody listens, so that each call is made.
public final class Roctx {
    private static final Markers PROCESS = new Markers(InstalledLibrary.ofProcess());

    private Roctx() {}

    /// {@return whether somebody listens at this moment: worth asking before a message is put together} Also true
    /// where that is not known.
    public static boolean isListening() {
        return PROCESS.isListening();
    }

    /// A point in time.
    ///
    /// @param message shown in the trace; null is the empty message
    public static void mark(@Nullable String message) {
        PROCESS.mark(message);
    }

    /// {@return a range of time, until it is closed} Ranges of one thread are closed in the reverse order of their
    /// beginnings, as `try` does it.
    ///
    /// @param message shown in the trace; null is the empty message
    public static Range range(@Nullable String message) {
        return PROCESS.range(message);
    }

    /// Begins a range of this thread within those that are open. Where `try` can be used, [#range] is better.
    ///
    /// @param message shown in the trace; null is the empty message
    /// @return its level: how many pushed ranges were open on this thread before, whether a tool listens or
    /// not; ranges pushed by others than this method do not count
    public static int push(@Nullable String message) {
        return PROCESS.push(message);
    }

    /// Ends the innermost range that [#push] has begun on this thread.
    ///
    /// @return its level, as `push` has returned it; -1 if there was none, which no tool hears of
    public static int pop() {
        return PROCESS.pop();
    }

    /// Begins a range of the process, which any thread can end, also in another order.
    ///
    /// @param message shown in the trace; null is the empty message
    /// @return what to give to [#stop]; 0 if nobody listens
    public static long start(@Nullable String message) {
        return PROCESS.start(message);
    }

    /// Ends a range that [#start] has begun; does nothing if `id` is 0.
    ///
    /// @param id what [#start] returned
    public static void stop(long id) {
        PROCESS.stop(id);
    }

    /// Asks tools to record nothing until [#resume()], on any thread.
    public static void pause() {
        PROCESS.pause(0);
    }

    /// Asks tools to record nothing of a thread until it is resumed.
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

    /// {@return the Linux thread id of the calling thread, as tools show it} Of a virtual thread: of the one it runs
    /// on now.
    public static long threadId() {
        return PROCESS.threadId();
    }

    /// Names the calling thread in traces. Does nothing on a virtual thread, as others run on the same one.
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
