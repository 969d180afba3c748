package io.rocprofiler.cli.console;

/// Ends the command with one line on stderr and an exit code. Printed without a stack trace.
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Exit code when the command failed, for example for an output directory or a damaged installation.
    public static final int FAILED = 1;

    /// Exit code for invalid arguments.
    public static final int USAGE = 2;

    public static final int NOT_EXECUTABLE = 126;
    public static final int NOT_FOUND = 127;

    private final int exitCode;

    public CommandException(int exitCode, String line) {
        super(line);
        this.exitCode = exitCode;
    }

    /// Returns the end of a command that failed.
    public static CommandException failed(String line) {
        return new CommandException(FAILED, line);
    }

    public int exitCode() {
        return exitCode;
    }

    /// The line to print, never null.
    public String line() {
        return String.valueOf(getMessage());
    }
}
