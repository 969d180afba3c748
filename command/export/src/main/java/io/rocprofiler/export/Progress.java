package io.rocprofiler.export;

/// Receives the progress of an export. Called on the exporting thread, a few times per ten thousand records.
@FunctionalInterface
public interface Progress {

    Progress NONE = _ -> {};

    /// Reports that more records have been passed to the exporter.
    ///
    /// @param records the number since the last call
    void advanced(long records);
}
