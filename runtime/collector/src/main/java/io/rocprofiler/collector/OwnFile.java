package io.rocprofiler.collector;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The files of this process, made as if everybody else could write the directory: they are new, no link is followed,
/// and nobody else may write them, whatever the program's umask. Thread rule: any thread.
final class OwnFile {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

    private OwnFile() {}

    /// Makes a directory, and those above it that are missing.
    ///
    /// @throws IOException also if anything has its name
    static void directory(Path directory) throws IOException {
        Files.createDirectories(directory.resolveSibling(""), DIRECTORY);
        Files.createDirectory(directory, DIRECTORY);
    }

    /// Makes a file for reading and writing.
    ///
    /// @throws IOException also if anything has its name
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                FILE);
    }

    /// Opens a file again, for reading and writing.
    static FileChannel again(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /// Writes a small file, or appends to it. An interrupted thread does so as well.
    static void write(Path file, byte[] bytes, boolean append) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) create(file).close();
        else if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) throw new IOException("no file of ours");
        StandardOpenOption how = append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE, how, LinkOption.NOFOLLOW_LINKS)) {
            out.write(bytes);
        }
    }
}
