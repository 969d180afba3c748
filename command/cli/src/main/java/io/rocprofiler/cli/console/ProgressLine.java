package io.rocprofiler.cli.console;

import io.rocprofiler.export.Progress;
import java.io.IOException;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Shows the progress of something long in one line of a terminal. Shows nothing if standard error is not a terminal or
/// there is not much to do.
public final class ProgressLine implements Progress, AutoCloseable {

    /// What is done in a second or two: a bar for less would only flicker.
    private static final long MANY_RECORDS = 2_000_000;

    private static final long MANY_BYTES = 2_000_000_000;

    private static final int WIDTH = 78;

    private final @Nullable ProgressBar bar;

    private ProgressLine(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /// Begins with none of some records done.
    ///
    /// @param what is done with them, in a word
    /// @param records the total number
    public static ProgressLine ofRecords(String what, long records) {
        return new ProgressLine(records >= MANY_RECORDS && onTerminal() ? bar(what, records, "M", 1_000_000) : null);
    }

    /// Begins with none of some bytes done.
    ///
    /// @param what is done with them, in a word
    /// @param bytes the total number
    public static ProgressLine ofBytes(String what, long bytes) {
        return new ProgressLine(bytes >= MANY_BYTES && onTerminal() ? bar(what, bytes, "GB", 1_000_000_000) : null);
    }

    private static ProgressBar bar(String what, long all, String unit, long size) {
        return new ProgressBarBuilder()
                .setTaskName(what)
                .setInitialMax(all)
                .setUnit(unit, size)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .setUpdateIntervalMillis(500)
                .clearDisplayOnFinish()
                .build();
    }

    /// Whether standard error is a terminal: Java only tells whether both standard input and output are.
    private static boolean onTerminal() {
        try {
            String file = Path.of("/proc/self/fd/2").toRealPath().toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException _) {
            return false; // a pipe has no path
        }
    }

    @Override
    public void advanced(long more) {
        if (bar != null) {
            bar.stepBy(more);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
