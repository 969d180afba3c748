package io.rocprofiler.cli.console;

/// Ends the command with one line on stderr and an exit code. Never shown with a stack.
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// The command could not do its work: an output directory, a damaged installation.
    public static final int FAILED = 1;

    /// The command was not understood.
    public static final int USAGE = 2;

    public static final int NOT_EXECUTABLE = 126;
    public static final int NOT_FOUND = 127;

    private final int exitCode;

    public CommandException(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /// The line itself; nothing here is ever null.
    public String line() {
        return String.valueOf(getMessage());
    }
}
