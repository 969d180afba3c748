package io.rocprofiler.sdk.internal.seam;

/// The engine's messages: one line on standard error, only if something went wrong that a user should know about.
public final class Messages {
    private Messages() {}

    public static void warn(String text) {
        System.err.println("rocprofiler: " + text);
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
