package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Kernel data about this process.
///
/// @param group the process group
/// @param startTicks the start time, as in `/proc/<pid>/stat`: with `pid` it identifies a process until the machine
///     reboots, and survives exec
/// @param command the arguments, each followed by a NUL
/// @param executable empty if unknown
/// @param bootId identifies the current boot of the machine, empty if unknown
/// @param pidNamespace the namespace of `pid`, empty if unknown
record ProcessInfo(
        long pid,
        long parent,
        long group,
        long session,
        long startTicks,
        String command,
        String executable,
        String hostname,
        String bootId,
        String pidNamespace) {
    private static final String FILE_SIZE_LIMIT = "Max file size";
    private static final String ADDRESS_SPACE_LIMIT = "Max address space";

    /// The page size of x86-64, the kernel's unit of a process's address space.
    private static final int PAGE_SIZE = 4096;

    // Indexes of fields of `/proc/<pid>/stat` after the program's name, proc_pid_stat(5).
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int START = 19;

    /// The most that is read of a file: more than a command line may have, and not all that a strange `/proc` shows.
    private static final int MOST_BYTES = 2 << 20;

    /// The most of a file with one short line.
    private static final int LINE_BYTES = 4096;

    /// What cannot be read is 0 or empty; the process id is known without a file.
    ///
    /// @param proc `/proc`
    static ProcessInfo read(Path proc) {
        String stat = lineOrEmpty(proc.resolve("self/stat"));
        int end = stat.indexOf(' ');
        return new ProcessInfo(
                end > 0
                        ? Long.parseLong(stat.substring(0, end))
                        : ProcessHandle.current().pid(),
                field(stat, PARENT),
                field(stat, GROUP),
                field(stat, SESSION),
                field(stat, START),
                textOrEmpty(proc.resolve("self/cmdline")),
                ownLink(proc, "exe"),
                lineOrEmpty(proc.resolve("sys/kernel/hostname")).strip(),
                lineOrEmpty(proc.resolve("sys/kernel/random/boot_id")).strip(),
                ownLink(proc, "ns/pid"));
    }

    /// Returns the number of the user whose rights the process has, or `?`.
    ///
    /// @param proc `/proc`
    static String user(Path proc) {
        return textOrEmpty(proc.resolve("self/status"))
                .lines()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.split("\\s+")[2])
                .findFirst()
                .orElse("?");
    }

    /// Returns a field of `pid (name) state ppid ...`, where the name may contain anything; 0 if the field
    /// is missing.
    private static long field(String stat, int number) {
        int start = stat.lastIndexOf(')') + 2;
        if (start < 2) return 0;
        for (int i = 0; i < number; i++) {
            start = stat.indexOf(' ', start) + 1;
            if (start == 0) return 0;
        }
        int end = stat.indexOf(' ', start);
        return Long.parseLong((end < 0 ? stat.substring(start) : stat.substring(start, end)).strip());
    }

    /// Returns the maximum size of this process's files: a write beyond it would end the program with SIGXFSZ.
    ///
    /// @param proc `/proc`
    /// @return the size in bytes
    static long maxFileSize(Path proc) {
        return limit(textOrEmpty(proc.resolve("self/limits")), FILE_SIZE_LIMIT);
    }

    /// @param proc `/proc`
    /// @throws IOException if a file must not become that large
    static void checkFileSize(Path proc, long sizeBytes) throws IOException {
        long limit = maxFileSize(proc);
        if (sizeBytes > limit) throw new IOException("file size limit of " + limit + " bytes");
    }

    /// Returns how much address space this process may still reserve: mappings reduce what is left for the program.
    ///
    /// @param proc `/proc`
    /// @return the size in bytes
    static long addressSpaceLeft(Path proc) {
        long limit = limit(textOrEmpty(proc.resolve("self/limits")), ADDRESS_SPACE_LIMIT);
        if (limit == Long.MAX_VALUE) return limit;
        String pages = textOrEmpty(proc.resolve("self/statm"));
        int end = pages.indexOf(' ');
        return end < 0 ? Long.MAX_VALUE : limit - Long.parseLong(pages.substring(0, end)) * PAGE_SIZE;
    }

    /// Returns a soft limit. The lines have columns of name, soft limit, hard limit, unit; `unlimited` means
    /// no limit.
    private static long limit(String limits, String name) {
        int line = limits.indexOf(name);
        if (line < 0) return Long.MAX_VALUE;
        long size = 0;
        int at = line + name.length();
        while (at < limits.length() && limits.charAt(at) == ' ') at++;
        if (!isDigit(limits, at)) return Long.MAX_VALUE;
        for (; isDigit(limits, at); at++) size = 10 * size + limits.charAt(at) - '0';
        return size;
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static byte[] bytesOrNone(Path file, int most) {
        try (FileInputStream in = new FileInputStream(file.toString())) {
            return in.readNBytes(most);
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    static String lineOrEmpty(Path file) {
        return new String(bytesOrNone(file, LINE_BYTES), StandardCharsets.UTF_8);
    }

    static String textOrEmpty(Path file) {
        return new String(bytesOrNone(file), StandardCharsets.UTF_8);
    }

    static byte[] bytesOrNone(Path file) {
        return bytesOrNone(file, MOST_BYTES);
    }

    /// Returns a link of the process, or of this thread if the main thread has ended, which removes the
    /// process's link.
    private static String ownLink(Path proc, String name) {
        String link = linkOrEmpty(proc.resolve("self").resolve(name));
        return link.isEmpty() ? linkOrEmpty(proc.resolve("thread-self").resolve(name)) : link;
    }

    private static String linkOrEmpty(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException | UnsupportedOperationException unreadable) {
            return "";
        }
    }
}
