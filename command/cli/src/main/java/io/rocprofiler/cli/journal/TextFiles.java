package io.rocprofiler.cli.journal;

import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Text files that lines are written to. Each is made with its first line.
public final class TextFiles implements Closeable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Function<TextFile, Path> paths;
    private final Map<TextFile, OutputStream> streams = new EnumMap<>(TextFile.class);

    public TextFiles(Function<TextFile, Path> paths) {
        this.paths = paths;
    }

    void write(TextFile file, byte[] bytes, int count) throws IOException {
        OutputStream stream = streams.get(file);
        if (stream == null) {
            stream = new BufferedOutputStream(NewFile.stream(paths.apply(file)), BUFFER_BYTES);
            streams.put(file, stream);
        }
        stream.write(bytes, 0, count);
    }

    /// Returns the files that have lines, modifiable.
    public List<Path> written() {
        return new ArrayList<>(streams.keySet().stream().map(paths).toList());
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (OutputStream stream : streams.values()) {
            try {
                stream.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
