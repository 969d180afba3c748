package io.rocprofiler.export;

/// Hears how far an export is. Called on the exporting thread, a few times per ten thousand records.
@FunctionalInterface
public interface Progress {

    Progress NONE = _ -> {};

    /// More records have been handed to the exporter.
    ///
    /// @param records how many since the last call
    void advanced(long records);
}
