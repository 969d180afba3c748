package io.rocprofiler.trace.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and directories that the command makes, as if everybody else could write the directory: each is new, in the
/// place of what has its name, so that nothing is written through a link, into a pipe or into somebody else's file, and
/// nobody else may write it, whatever the umask.
public final class NewFile {

    private static final FileAttribute<Set<PosixFilePermission>> FILE = mode("rw-r--r--");
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = mode("rwxr-xr-x");
    private static final Set<OpenOption> NEW = Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> EXISTING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final int TRIES = 5;

    private NewFile() {}

    private static FileAttribute<Set<PosixFilePermission>> mode(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    /// Makes a file for reading and writing, in the place of what has its name.
    ///
    /// @throws IOException also if that is a directory, or may not be deleted
    public static FileChannel channel(Path file) throws IOException {
        for (int attempt = 1; ; attempt++) {
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileSystemException(file.toString(), null, "a directory has this name");
            }
            Files.deleteIfExists(file);
            try {
                return FileChannel.open(file, NEW, FILE);
            } catch (FileAlreadyExistsException e) {
                if (attempt == TRIES) {
                    throw e;
                }
            }
        }
    }

    /// As [#channel], unless anything has the name.
    ///
    /// @throws FileAlreadyExistsException if it has
    public static FileChannel exclusive(Path file) throws IOException {
        return FileChannel.open(file, NEW, FILE);
    }

    /// Opens a file again that was made here.
    ///
    /// @throws IOException also if its name is another's by now, as far as that shows
    public static FileChannel again(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null, "not a regular file");
        }
        return FileChannel.open(file, EXISTING);
    }

    /// Makes a file to write.
    public static OutputStream stream(Path file) throws IOException {
        return Channels.newOutputStream(channel(file));
    }

    /// Makes a file to print to.
    public static PrintStream printer(Path file) throws IOException {
        return new PrintStream(stream(file), false, StandardCharsets.UTF_8);
    }

    /// As [#printer], for a name that the user gave as it is: what is no file, as a terminal or `/dev/null`, is meant.
    public static PrintStream printerAsNamed(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            return new PrintStream(
                    Files.newOutputStream(file, StandardOpenOption.WRITE), false, StandardCharsets.UTF_8);
        }
        return printer(file);
    }

    /// Makes an empty file, for a library that opens files by their names.
    public static Path empty(Path file) throws IOException {
        channel(file).close();
        return file;
    }

    public static void write(Path file, CharSequence text) throws IOException {
        write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    public static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = channel(file)) {
            for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
                channel.write(rest);
            }
        }
    }

    /// Makes the directories that are missing on a path that the user named, whose links are meant.
    public static Path directories(Path directory) throws IOException {
        return directory.toString().isEmpty() ? directory : Files.createDirectories(directory, DIRECTORY);
    }

    /// Makes the directories that are missing below one that the user named. Their names come from data: a link among
    /// them is somebody else's.
    ///
    /// @param base made, too
    /// @param directory below it, or elsewhere: then the user named all of it
    public static Path directories(Path base, Path directory) throws IOException {
        directories(base);
        Path reached = base.toAbsolutePath().normalize();
        Path wanted = directory.toAbsolutePath().normalize();
        if (!wanted.startsWith(reached) || wanted.equals(reached)) {
            return directories(directory);
        }
        for (Path name : wanted.subpath(reached.getNameCount(), wanted.getNameCount())) {
            reached = reached.resolve(name);
            step(reached);
        }
        return directory;
    }

    private static void step(Path directory) throws IOException {
        for (int attempt = 1; !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                directory(directory);
            } catch (FileAlreadyExistsException | NoSuchFileException e) {
                boolean made = Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS); // by another command
                if (!made && attempt == TRIES) {
                    throw new FileSystemException(
                            directory.toString(), null, "not a directory: remove it, or name another directory");
                }
            }
        }
    }

    /// Makes a directory.
    ///
    /// @throws FileAlreadyExistsException if anything has its name
    public static Path directory(Path directory) throws IOException {
        return Files.createDirectory(directory, DIRECTORY);
    }
}
