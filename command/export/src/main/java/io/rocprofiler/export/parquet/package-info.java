/// Parquet files and datasets of them, by our own writer (ADR 0025).
@NullMarked
package io.rocprofiler.export.parquet;

import org.jspecify.annotations.NullMarked;
