package io.rocprofiler.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes one format. Stateless: reusable for any number of outputs, one after another. Implementations are unknown
/// to this package; the command lists them.
public interface Exporter {

    /// Writes one output.
    ///
    /// @return the files written; none if there is nothing to write
    /// @throws IOException if a file cannot be written; an incomplete file stays, which the caller deletes
    List<Path> write(Export export) throws IOException;
}
