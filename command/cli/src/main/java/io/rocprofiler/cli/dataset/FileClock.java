package io.rocprofiler.cli.dataset;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Compares this machine's clock with that of the file server of a folder, by the times that new files get there.
///
/// A server's clock of files advances in ticks of some milliseconds, and a file gets the last tick. So a file made at
/// `t` says that the server's clock had passed its time then; and that it had not passed the next file's time, if that
/// differs, since otherwise this file would have it. With `before` and `after`, the local times around the making:
///
/// ```
/// time(file) - after(file)  <=  difference  <=  time(next file) - before(file)
/// ```
///
/// Many files in a row, over several ticks, leave little between the two, without any assumption about ticks.
public final class FileClock {

    private static final int MOST_FILES = 2_000;
    private static final int TICKS = 4;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(60);
    private static final Set<String> LOCAL = Set.of(
            "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "tmpfs", "ramfs", "overlay", "f2fs", "rootfs", "bcachefs");

    /// Makes files and tells their times.
    @FunctionalInterface
    interface Server {
        /// Returns the time, in nanoseconds since 1970, that a new file got.
        long time(int number) throws IOException;
    }

    private FileClock() {}

    /// Returns the name of the clock that files in a folder get their times of. Folders of one file server share it
    /// on all machines; local ones have the machine's own.
    public static String reference(Path folder, String bootId) throws IOException {
        FileStore store = Files.getFileStore(folder);
        return LOCAL.contains(store.type()) ? "boot " + bootId : store.type() + " " + store.name();
    }

    /// Measures. Leaves no file.
    ///
    /// @param folder on the file server
    /// @return null if that is impossible, or the server's clock stands or goes back
    public static @Nullable ClockBounds measure(Path folder) {
        String prefix = ".clock-" + ProcessHandle.current().pid() + "-";
        return measure(
                number -> {
                    Path file = NewFile.empty(folder.resolve(prefix + number));
                    try {
                        FileTime time = Files.getLastModifiedTime(file);
                        return time.to(TimeUnit.NANOSECONDS);
                    } finally {
                        Files.delete(file);
                    }
                },
                System::nanoTime); // CLOCK_MONOTONIC, on Linux
    }

    static @Nullable ClockBounds measure(Server server, LongSupplier clock) {
        long least = Long.MIN_VALUE;
        long most = Long.MAX_VALUE;
        long began = clock.getAsLong();
        long lastTime = 0;
        long lastBefore = 0;
        int ticks = 0;
        try {
            for (int i = 0; i < MOST_FILES && ticks < TICKS && clock.getAsLong() - began < LONGEST_NANOS; i++) {
                long before = clock.getAsLong();
                long time = server.time(i);
                long after = clock.getAsLong();
                least = Math.max(least, time - after);
                if (i > 0 && time != lastTime) {
                    most = Math.min(most, time - lastBefore);
                    ticks++;
                }
                lastTime = time;
                lastBefore = before;
            }
        } catch (IOException _) {
            return null;
        }
        return ticks == 0 || least > most ? null : new ClockBounds(began, least, most);
    }
}
