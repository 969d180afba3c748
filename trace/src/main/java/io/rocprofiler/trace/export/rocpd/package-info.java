/// AMD's rocpd database: SQLite, schema version 3 (contract 6.10).
@NullMarked
package io.rocprofiler.trace.export.rocpd;

import org.jspecify.annotations.NullMarked;
