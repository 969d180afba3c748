package io.rocprofiler.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
/// The file outlives the command: a command that was already running when the owner ended, or another rank of its
/// job, must not overwrite what the owner wrote, while a later run overwrites it, as with AMD's.
final class NameClaim implements AutoCloseable {

    private static final int DECISION = 0; // locked while a command reads the file and decides
    private static final int HOLDING = 1; // locked while the owner writes
    private static final int LARGEST = 4096;
    private static final String ENDED = "ended %013d\n";

    private final FileChannel channel;

    private NameClaim(FileChannel channel) {
        this.channel = channel;
    }

    /// Claims the name, unless it belongs to another command.
    ///
    /// @param file the claim's own file, which is made
    /// @return null if it does
    /// @throws NoLocks if the file system has no locks
    /// @throws IOException if the file cannot be written
    static @Nullable NameClaim take(Path file, Writer writer) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean taken = false;
        try (FileLock _ = lock(channel)) {
            taken = channel.tryLock(HOLDING, 1, false) != null && isFree(read(channel), writer);
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
        return taken ? new NameClaim(channel) : null;
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
            put(channel, ENDED.formatted(System.currentTimeMillis()));
        }
    }
}
