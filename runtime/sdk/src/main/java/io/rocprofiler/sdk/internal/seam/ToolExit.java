package io.rocprofiler.sdk.internal.seam;

/// Thrown if a Java tool tries to end the process (`System.exit`, `Runtime.halt`), which belongs to the program.
///
/// The native library makes the JVM call [#refuse] at the point of its exit. The error leaves the tool's code; the
/// tool is then dropped, and the program continues.
public final class ToolExit extends Error {
    private static final long serialVersionUID = 1;

    private ToolExit(int status) {
        super("it called System.exit or Runtime.halt (status " + status + ")", null, false, false);
    }

    /// Called by C in place of the JVM's exit.
    @SuppressWarnings("DoNotCallSuggester") // no other caller exists
    static void refuse(int status) {
        throw new ToolExit(status);
    }

    /// Makes threads of tools end on this error without a message from the JVM.
    public static void watchThreads() {
        Thread.setDefaultUncaughtExceptionHandler(new Uncaught());
    }

    /// A class, because a lambda's would be made at each start: the training run of the start-up cache, a program in
    /// Java, does not come here.
    private static final class Uncaught implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            if (failure instanceof ToolExit) {
                Messages.warn("a tool's thread, " + thread.getName() + ", ends: " + failure.getMessage()
                        + "; the program goes on");
            } else {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                failure.printStackTrace();
            }
        }
    }
}
