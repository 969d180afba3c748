package io.rocprofiler.trace.pack;

import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.primitive.Minimum;
import io.rocprofiler.trace.primitive.PairSort;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Sorts any number of (key, place) pairs, stable, in bounded memory: spills sorted parts to files.
public final class PlaceSort implements AutoCloseable {

    /// Receives the pairs in ascending order.
    @FunctionalInterface
    public interface Sink {
        void pair(long key, long place) throws IOException;
    }

    private static final int FIRST = 1 << 10;
    private static final int PAIR = 2 * Long.BYTES;
    private static final int BUFFER = 1 << 16;
    private static final int MOST_PARTS = 128; // files open at once

    private final Path directory;
    private final int most;
    private final List<Path> parts = new ArrayList<>();
    private long[] keys = new long[FIRST];
    private long[] places = new long[FIRST];
    private int size;
    private long count;

    /// @param directory for the files of sorted parts
    /// @param most the number of pairs kept in memory, 24 bytes each
    public PlaceSort(Path directory, int most) {
        this.directory = directory;
        this.most = most;
    }

    /// Adds a pair.
    public void add(long key, long place) throws IOException {
        if (size == keys.length) {
            if (size >= most) {
                putAside();
            } else {
                keys = Arrays.copyOf(keys, Math.min(most, 2 * size));
                places = Arrays.copyOf(places, keys.length);
            }
        }
        keys[size] = key;
        places[size++] = place;
        count++;
    }

    /// The number of pairs added so far.
    public long count() {
        return count;
    }

    private void putAside() throws IOException {
        PairSort.sort(keys, places, size);
        Path part = Files.createTempFile(directory, "sort", null);
        parts.add(part);
        try (DataOutputStream out = write(part)) {
            for (int i = 0; i < size; i++) {
                out.writeLong(keys[i]);
                out.writeLong(places[i]);
            }
        }
        size = 0;
        if (parts.size() == MOST_PARTS) {
            makeOneOfParts();
        }
    }

    private void makeOneOfParts() throws IOException {
        Path whole = Files.createTempFile(directory, "sort", null);
        try (DataOutputStream out = write(whole)) {
            merge((key, place) -> {
                out.writeLong(key);
                out.writeLong(place);
            });
        } finally {
            close();
            parts.add(whole);
        }
    }

    private static DataOutputStream write(Path file) throws IOException {
        return new DataOutputStream(new BufferedOutputStream(NewFile.stream(file), BUFFER));
    }

    /// Passes all pairs to `sink` in ascending order of the keys (signed); pairs with equal keys in the order of
    /// their addition.
    public void drain(Sink sink) throws IOException {
        PairSort.sort(keys, places, size);
        if (parts.isEmpty()) {
            for (int i = 0; i < size; i++) {
                sink.pair(keys[i], places[i]);
            }
        } else {
            putAside();
            merge(sink);
        }
        size = 0;
        count = 0;
    }

    private void merge(Sink sink) throws IOException {
        List<Part> open = new ArrayList<>();
        try {
            for (Path part : parts) {
                open.add(new Part(part));
            }
            long[] heads = new long[open.size()];
            Minimum minimum = new Minimum(open.size());
            for (int i = 0; i < heads.length; i++) {
                if (open.get(i).next()) {
                    minimum.set(i, open.get(i).key);
                } else {
                    minimum.end(i);
                }
            }
            for (int i = minimum.first(); i >= 0; i = minimum.first()) {
                Part part = open.get(i);
                sink.pair(part.key, part.place);
                if (part.next()) {
                    minimum.set(i, part.key);
                } else {
                    minimum.end(i);
                }
            }
        } finally {
            for (Part part : open) {
                part.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Path part : parts) {
            Files.deleteIfExists(part);
        }
        parts.clear();
    }

    private static final class Part implements AutoCloseable {

        private final DataInputStream in;
        private long rest;
        private long key;
        private long place;

        Part(Path file) throws IOException {
            rest = Files.size(file) / PAIR;
            in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
        }

        boolean next() throws IOException {
            if (rest-- <= 0) {
                return false;
            }
            key = in.readLong();
            place = in.readLong();
            return true;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
