package io.rocprofiler.cli.convert;

import io.rocprofiler.export.Progress;
import java.io.IOException;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Shows the progress of a long conversion in one line of a terminal. Shows nothing if standard error is not a
/// terminal or the conversion is short.
final class ProgressLine implements Progress, AutoCloseable {

    /// The number of records written in a second or two: a bar for fewer records would only flicker.
    private static final long LONG = 2_000_000;

    private static final int WIDTH = 78;

    private final @Nullable ProgressBar bar;

    private ProgressLine(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /// @param records the total number
    static ProgressLine of(String format, long records) {
        return new ProgressLine(records >= LONG && onTerminal() ? bar(format, records) : null);
    }

    private static ProgressBar bar(String format, long records) {
        return new ProgressBarBuilder()
                .setTaskName(format)
                .setInitialMax(records)
                .setUnit("M", 1_000_000)
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
    public void advanced(long records) {
        if (bar != null) {
            bar.stepBy(records);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
