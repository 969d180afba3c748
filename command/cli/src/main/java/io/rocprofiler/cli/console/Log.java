package io.rocprofiler.cli.console;

import io.rocprofiler.export.text.Printable;
import java.io.PrintStream;
import java.util.Locale;

/// Lines of ours, all on stderr: stdout is the program's alone.
public final class Log {

    /// In the order of what they let through; `env` and `config` are AMD's and show as much as `info` here.
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
    private Runnable beforeOutput = () -> {};

    public Log(PrintStream out) {
        this(out, "rocprofv3");
    }

    /// @param command what each line begins with
    public Log(PrintStream out, String command) {
        this.out = out;
        this.prefix = command + ": ";
    }

    /// Has something done before each line.
    public void beforeOutput(Runnable action) {
        beforeOutput = action;
    }

    /// Before something is written that is no line of ours.
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

    /// What a user waits for: where the files are. As important as a warning, but none.
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

    /// Text as it is, a summary for instance.
    public void text(String text) {
        show();
        out.print(text);
        out.flush();
    }

    /// An exception that nobody expected: one line, and the way to more.
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
