package io.rocprofiler.cli;

/// Ends the command with one line on stderr and an exit code. Never shown with a stack.
final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// The command could not do its work: an output directory, a damaged installation.
    static final int FAILED = 1;

    /// The command was not understood.
    static final int USAGE = 2;

    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private final int exitCode;

    CommandException(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    /// The line itself; nothing here is ever null.
    String line() {
        return String.valueOf(getMessage());
    }
}
