package io.rocprofiler.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes one format. Stateless: any number of outputs, one after another. Nothing here knows its implementations; the
/// command lists them.
public interface Exporter {

    /// Writes one output.
    ///
    /// @return the files that were written; none if there is nothing to say
    /// @throws IOException if a file cannot be written; what was written of it stays
    List<Path> write(Export export) throws IOException;
}
