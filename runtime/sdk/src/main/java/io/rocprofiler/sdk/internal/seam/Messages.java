package io.rocprofiler.sdk.internal.seam;

/// What the engine says: one line on standard error, and only when something a user should know went wrong.
public final class Messages {
    private Messages() {}

    public static void warn(String text) {
        System.err.println("rocprofiler: " + text);
    }

    /// The failure in a few words, on one line.
    public static String describe(Throwable failure) {
        String message = failure.getMessage();
        String type = failure.getClass().getName();
        if (message == null || message.isBlank()) return type;
        if (failure instanceof ToolFailure || failure instanceof ToolExit) return message;
        return type + ": " + message.replace('\n', ' ').replace('\r', ' ');
    }
}
