/// AMD's rocpd database: SQLite, schema version 3 (`generateRocpd.cpp` of rocprofiler-sdk 1.0.0).
@NullMarked
package io.rocprofiler.export.rocpd;

import org.jspecify.annotations.NullMarked;
