package io.rocprofiler.collector;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel says about this process.
///
/// @param command the arguments, each followed by a NUL
/// @param executable empty if unknown
/// @param maxFileSize bytes; a write beyond it would end the program with SIGXFSZ
record ProcessInfo(long pid, long parent, String command, String executable, String hostname, long maxFileSize) {
    private static final String FILE_SIZE_LIMIT = "Max file size";

    /// @param proc `/proc`
    /// @throws IOException if the process cannot learn its own number
    static ProcessInfo read(Path proc) throws IOException {
        String stat = text(proc.resolve("self/stat"));
        long pid = Long.parseLong(stat.substring(0, stat.indexOf(' ')));
        return new ProcessInfo(
                pid,
                parent(stat),
                textOrEmpty(proc.resolve("self/cmdline")),
                linkOrEmpty(proc.resolve("self/exe")),
                textOrEmpty(proc.resolve("sys/kernel/hostname")).strip(),
                maxFileSize(textOrEmpty(proc.resolve("self/limits"))));
    }

    /// `pid (name) state ppid ...`, where the name may hold anything.
    private static long parent(String stat) {
        int start = stat.lastIndexOf(')') + 4;
        return Long.parseLong(stat.substring(start, stat.indexOf(' ', start)));
    }

    /// Lines of `name`, soft limit, hard limit, unit, in columns; `unlimited` where there is none.
    private static long maxFileSize(String limits) {
        int line = limits.indexOf(FILE_SIZE_LIMIT);
        if (line < 0) return Long.MAX_VALUE;
        long size = 0;
        int at = line + FILE_SIZE_LIMIT.length();
        while (limits.charAt(at) == ' ') at++;
        if (limits.charAt(at) < '0' || limits.charAt(at) > '9') return Long.MAX_VALUE;
        for (; limits.charAt(at) >= '0' && limits.charAt(at) <= '9'; at++) size = 10 * size + limits.charAt(at) - '0';
        return size;
    }

    private static String text(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toString())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String textOrEmpty(Path file) {
        try {
            return text(file);
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static String linkOrEmpty(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException | UnsupportedOperationException unreadable) {
            return "";
        }
    }
}
