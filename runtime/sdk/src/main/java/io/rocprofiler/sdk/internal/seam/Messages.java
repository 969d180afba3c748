package io.rocprofiler.sdk.internal.seam;

/// The engine's messages: one line on standard error, only if something went wrong that a user should know about.
public final class Messages {
    private static final int MAX_FRAMES = 16;

    private Messages() {}

    public static void warn(String text) {
        System.err.println("rocprofiler: " + text);
    }

    /// Prints where a failure comes from, if that is possible: there may be no memory, or no stack, left for it.
    public static void trace(Throwable failure) {
        try {
            StackTraceElement[] frames = failure.getStackTrace();
            for (int i = 0; i < frames.length && i < MAX_FRAMES; i++) System.err.println("    at " + frames[i]);
        } catch (Throwable _) {
            return;
        }
    }

    /// Describes a failure in a few words, on one line.
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        String type = failure.getClass().getName();
        if (message == null || message.isBlank()) return type;
        if (failure instanceof ToolFailure || failure instanceof ToolExit) return message;
        return type + ": " + message.replace('\n', ' ').replace('\r', ' ');
    }
}
