/// AMD's CSV files, a table per domain.
@NullMarked
package io.rocprofiler.export.csv;

import org.jspecify.annotations.NullMarked;
