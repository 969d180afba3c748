package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel says about this process.
///
/// @param group the process group
/// @param startTicks when it began, as in `/proc/<pid>/stat`: with `pid` it names one process as long as the machine
///     runs; a program that executes another in its place keeps both
/// @param command the arguments, each followed by a NUL
/// @param executable empty if unknown
/// @param bootId names the time since the machine started, empty if unknown
/// @param pidNamespace where `pid` is its number, empty if unknown
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

    /// x86-64's, in which the kernel counts a process's address space.
    private static final int PAGE_SIZE = 4096;

    // Fields of `/proc/<pid>/stat` behind the name of the program, proc_pid_stat(5).
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int START = 19;

    /// @param proc `/proc`
    /// @throws IOException if the process cannot learn its own number
    static ProcessInfo read(Path proc) throws IOException {
        String stat = text(proc.resolve("self/stat"));
        return new ProcessInfo(
                Long.parseLong(stat.substring(0, stat.indexOf(' '))),
                field(stat, PARENT),
                field(stat, GROUP),
                field(stat, SESSION),
                field(stat, START),
                textOrEmpty(proc.resolve("self/cmdline")),
                ownLink(proc, "exe"),
                textOrEmpty(proc.resolve("sys/kernel/hostname")).strip(),
                textOrEmpty(proc.resolve("sys/kernel/random/boot_id")).strip(),
                ownLink(proc, "ns/pid"));
    }

    /// `pid (name) state ppid ...`, where the name may hold anything. 0 if there are not that many fields.
    private static long field(String stat, int number) {
        int start = stat.lastIndexOf(')') + 2;
        for (int i = 0; i < number; i++) {
            start = stat.indexOf(' ', start) + 1;
            if (start == 0) return 0;
        }
        int end = stat.indexOf(' ', start);
        return Long.parseLong((end < 0 ? stat.substring(start) : stat.substring(start, end)).strip());
    }

    /// How long a file of this process may become: a write beyond it would end the program with SIGXFSZ.
    ///
    /// @param proc `/proc`
    /// @return bytes
    static long maxFileSize(Path proc) {
        return limit(textOrEmpty(proc.resolve("self/limits")), FILE_SIZE_LIMIT);
    }

    /// @param proc `/proc`
    /// @throws IOException if a file must not become as long as that
    static void checkFileSize(Path proc, long sizeBytes) throws IOException {
        long limit = maxFileSize(proc);
        if (sizeBytes > limit) throw new IOException("file size limit of " + limit + " bytes");
    }

    /// How much address space this process may still reserve: what is mapped is missing to the program.
    ///
    /// @param proc `/proc`
    /// @return bytes
    static long addressSpaceLeft(Path proc) {
        long limit = limit(textOrEmpty(proc.resolve("self/limits")), ADDRESS_SPACE_LIMIT);
        if (limit == Long.MAX_VALUE) return limit;
        String pages = textOrEmpty(proc.resolve("self/statm"));
        int end = pages.indexOf(' ');
        return end < 0 ? Long.MAX_VALUE : limit - Long.parseLong(pages.substring(0, end)) * PAGE_SIZE;
    }

    /// Lines of `name`, soft limit, hard limit, unit, in columns; `unlimited` where there is none.
    private static long limit(String limits, String name) {
        int line = limits.indexOf(name);
        if (line < 0) return Long.MAX_VALUE;
        long size = 0;
        int at = line + name.length();
        while (limits.charAt(at) == ' ') at++;
        if (limits.charAt(at) < '0' || limits.charAt(at) > '9') return Long.MAX_VALUE;
        for (; limits.charAt(at) >= '0' && limits.charAt(at) <= '9'; at++) size = 10 * size + limits.charAt(at) - '0';
        return size;
    }

    private static String text(Path file) throws IOException {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toString())) {
            return in.readAllBytes();
        }
    }

    static String textOrEmpty(Path file) {
        return new String(bytesOrNone(file), StandardCharsets.UTF_8);
    }

    static byte[] bytesOrNone(Path file) {
        try {
            return bytes(file);
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    /// Of this thread, where the process's main thread has ended: that has none any more.
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
