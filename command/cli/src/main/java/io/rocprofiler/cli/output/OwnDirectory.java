package io.rocprofiler.cli.output;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import org.jspecify.annotations.Nullable;

/// A directory that only this user can write.
final class OwnDirectory {

    private static final Path SELF = Path.of("/proc/self");

    private OwnDirectory() {}

    /// Makes the directory, or finds it.
    ///
    /// @return null if others can write what has its name
    static @Nullable Path of(Path directory) throws IOException {
        try {
            return NewFile.directory(directory);
        } catch (FileAlreadyExistsException _) {
            return isOurs(directory) ? directory : null;
        }
    }

    /// Makes or finds a directory that has the user's number in its name.
    ///
    /// @throws IOException if others can write that, too
    static Path ofUser(Path parent, String name) throws IOException {
        Path directory = parent.resolve(name + "-" + Files.getAttribute(SELF, "unix:uid"));
        Path found = of(directory);
        if (found == null) {
            throw new FileSystemException(
                    directory.toString(), null, "others can write it, or it is no directory: remove it");
        }
        return found;
    }

    private static boolean isOurs(Path directory) throws IOException {
        PosixFileAttributes found =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean others = found.permissions().contains(PosixFilePermission.GROUP_WRITE)
                || found.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        return found.isDirectory() && !others && isOwner(directory);
    }

    /// Compares with who owns what this process makes there: a file server may call the user another one.
    private static boolean isOwner(Path directory) throws IOException {
        Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (owner.equals(Files.getAttribute(SELF, "unix:uid"))) {
            return true;
        }
        Path trial;
        try {
            trial = Files.createTempDirectory(directory, "owner-");
        } catch (NoSuchFileException e) {
            throw e; // another command has just removed it
        } catch (IOException _) {
            return false; // not writable
        }
        try {
            return owner.equals(Files.getAttribute(trial, "unix:uid"));
        } finally {
            Files.delete(trial);
        }
    }
}
