package io.rocprofiler.sdk.internal.seam;

/// A tool in Java asked to end the process (`System.exit`, `Runtime.halt`), which is a program's that knows nothing
/// of it.
///
/// The native library has the JVM ask [#refuse] where it would end. What that throws leaves the tool's code; the tool
/// is then dropped, and the program goes on.
public final class ToolExit extends Error {
    private static final long serialVersionUID = 1;

    private ToolExit(int status) {
        super("it called System.exit or Runtime.halt (status " + status + ")", null, false, false);
    }

    /// Called by C, in place of the JVM's end.
    @SuppressWarnings("DoNotCallSuggester") // nobody else does
    static void refuse(int status) {
        throw new ToolExit(status);
    }

    /// Threads of tools end by it without a word of the JVM's.
    public static void watchThreads() {
        Thread.setDefaultUncaughtExceptionHandler(ToolExit::uncaught);
    }

    private static void uncaught(Thread thread, Throwable failure) {
        if (failure instanceof ToolExit) {
            Messages.warn("a tool's thread, " + thread.getName() + ", ends: " + failure.getMessage()
                    + "; the program goes on");
        } else {
            System.err.print("Exception in thread \"" + thread.getName() + "\" ");
            failure.printStackTrace();
        }
    }
}
