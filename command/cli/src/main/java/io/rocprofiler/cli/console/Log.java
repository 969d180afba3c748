package io.rocprofiler.cli.console;

import io.rocprofiler.export.text.Printable;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Prints the command's messages, all on stderr: stdout belongs to the program.
public final class Log {

    /// Log levels, in ascending order of verbosity; `env` and `config` are AMD's and equal `info` here.
    public enum Level {
        FATAL,
        ERROR,
        WARNING,
        INFO,
        TRACE,
        ENV,
        CONFIG;

        public static Level of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    private final PrintStream out;
    private final String prefix;
    private Level level = Level.WARNING;
    private boolean quiet;
    private Runnable beforeOutput = () -> {};

    public Log(PrintStream out) {
        this(out, "rocprofv3");
    }

    /// @param command the prefix of each line
    public Log(PrintStream out, String command) {
        this.out = out;
        this.prefix = command + ": ";
    }

    /// Sets an action to run before each line.
    public void beforeOutput(Runnable action) {
        beforeOutput = action;
    }

    /// Prepares for output that does not go through this log.
    public void show() {
        beforeOutput.run();
    }

    public void level(Level newLevel) {
        level = newLevel;
    }

    boolean shows(Level other) {
        return level.compareTo(other) >= 0;
    }

    public void error(String line) {
        print(prefix + line);
    }

    public void warning(String line) {
        if (shows(Level.WARNING)) {
            print(prefix + "warning: " + line);
        }
    }

    /// Prints the result that users wait for: where the files are. Shown at the warning level, without the
    /// prefix `warning`.
    public void result(String line) {
        if (shows(Level.WARNING)) {
            print(prefix + line);
        }
    }

    public void info(String line) {
        if (shows(Level.INFO)) {
            print(prefix + line);
        }
    }

    /// Hides which files were written.
    public void quiet() {
        quiet = true;
    }

    /// Prints in one line which files were written, as a shell could expand it: `out/x_{kernel_trace.csv,results.db}`.
    public void wrote(List<Path> files) {
        if (!quiet && !files.isEmpty()) {
            result("wrote " + FileList.of(files));
        }
    }

    /// Prints text unchanged, such as a summary.
    public void text(String text) {
        show();
        out.print(text);
        out.flush();
    }

    /// Reports an unexpected exception in one line that tells how to see the stack trace.
    public void unexpected(Throwable e) {
        error("internal error: " + e + (shows(Level.TRACE) ? "" : " (--log-level trace shows where)"));
        if (shows(Level.TRACE)) {
            e.printStackTrace(out);
        }
    }

    private void print(String line) {
        show();
        out.println(Printable.escaped(line));
    }
}
