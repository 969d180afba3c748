package io.rocprofiler.sdk.engine;

/// What the engine says: one line on standard error, and only when something a user should know went wrong.
final class Messages {
    private Messages() {}

    static void warn(String text) {
        System.err.println("rocprofiler: " + text);
    }

    /// The failure in a few words, on one line.
    static String describe(Throwable failure) {
        String message = failure.getMessage();
        String type = failure.getClass().getName();
        if (message == null || message.isBlank()) return type;
        if (failure instanceof ToolFailure || failure instanceof ToolExit) return message;
        return type + ": " + message.replace('\n', ' ').replace('\r', ' ');
    }
}
