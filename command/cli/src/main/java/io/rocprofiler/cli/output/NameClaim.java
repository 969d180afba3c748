package io.rocprofiler.cli.output;

import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The right to write the files of one name, held by one command at a time: a small file beside them, with a lock
/// that the kernel releases whatever happens to the command.
///
/// ```
/// ended 0000000000000     milliseconds since 1970; 0 while the owner writes, or if it was killed
/// rank -1 1               number in the parallel job, and ranks in it
/// job 614531073
/// ```
///
/// The file of a name that other commands may have outlives the command: one that was already running when the owner
/// ended, or another rank of its job, must not overwrite what the owner wrote, while a later run overwrites it.
final class NameClaim implements AutoCloseable {

    private static final int DECISION = 0; // locked while a command reads the file and decides
    private static final int HOLDING = 1; // locked while the owner writes
    private static final int LARGEST = 4096;
    private static final int TRIES = 10;
    private static final String ENDED = "ended %013d\n";

    private static final String GONE = "gone";

    private final Path file;
    private final FileChannel channel;
    private final boolean once;

    private NameClaim(Path file, FileChannel channel, boolean once) {
        this.file = file;
        this.channel = channel;
        this.once = once;
    }

    /// Claims the name, unless it belongs to another command.
    ///
    /// @param file the claim's own file, which is made, in a directory that only this user can write
    /// @param once whether no later command will ask who had the name: then the file ends with the claim
    /// @return null if it does
    /// @throws NoLocks if the file system has no locks
    /// @throws IOException if the file cannot be written
    static @Nullable NameClaim take(Path file, Writer writer, boolean once) throws IOException {
        for (int attempt = 1; ; attempt++) {
            FileChannel channel = open(file);
            boolean taken = false;
            boolean gone = false;
            try (FileLock _ = lock(channel)) {
                String claim = read(channel);
                // Opened before its owner deleted it. If it stays, its owner was killed before that.
                gone = attempt < TRIES && claim.startsWith(GONE);
                taken = !gone && channel.tryLock(HOLDING, 1, false) != null && isFree(claim, writer);
                if (taken) {
                    write(channel, writer);
                }
            } catch (OverlappingFileLockException _) {
                taken = false; // held by another thread of this process
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            if (!gone) {
                return taken ? new NameClaim(file, channel, once) : null;
            }
        }
    }

    private static FileChannel open(Path file) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? NewFile.again(file) : NewFile.exclusive(file);
            } catch (FileAlreadyExistsException | NoSuchFileException e) {
                if (attempt == TRIES || !Files.isDirectory(file.resolveSibling(""))) {
                    throw e;
                }
            }
        }
    }

    private static FileLock lock(FileChannel channel) throws NoLocks {
        try {
            return channel.lock(DECISION, 1, false);
        } catch (IOException e) {
            throw new NoLocks(e);
        }
    }

    /// The file system has no locks.
    static final class NoLocks extends IOException {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        private NoLocks(IOException cause) {
            super(cause);
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) > 0) {
            // Continue: a read may return less than requested.
        }
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }

    /// Whether the writer may overwrite what the owner wrote, who writes no more.
    private static boolean isFree(String claim, Writer writer) {
        long ended = number(claim, "ended ", 0);
        if (ended == 0) {
            return true; // new, or its owner was killed
        }
        String[] place = text(claim, "rank ", "-1 1").split(" ");
        long rank = Long.parseLong(place[0]);
        if (ended > writer.startMillis()) {
            return false;
        }
        boolean sameJob = !writer.job().isEmpty() && text(claim, "job ", "").equals(writer.job());
        // In the next job, too, each rank has the name that it had, so that no file of the job before stays among
        // those of this one.
        return rank == writer.rank() || (!sameJob && (rank < 0 || writer.rank() < 0 || rank >= writer.size()));
    }

    private static void write(FileChannel channel, Writer writer) throws IOException {
        String text =
                ENDED.formatted(0) + "rank " + writer.rank() + " " + writer.size() + "\njob " + writer.job() + "\n";
        put(channel, text);
        channel.truncate(text.getBytes(StandardCharsets.UTF_8).length);
    }

    private static void put(FileChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    private static String text(String claim, String key, String otherwise) {
        return claim.lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()))
                .findFirst()
                .orElse(otherwise);
    }

    private static long number(String claim, String key, long otherwise) {
        String text = text(claim, key, "");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /// Ends the writing. Overwrites bytes in place, so that a full disk does not prevent it.
    @Override
    public void close() throws IOException {
        try (channel) {
            if (once) {
                put(channel, GONE);
                Files.deleteIfExists(file);
                return;
            }
            put(channel, ENDED.formatted(System.currentTimeMillis()));
        }
    }
}
