/// Parquet files, by a writer of our own: what exists needs Hadoop.
@NullMarked
package io.rocprofiler.export.parquet;

import org.jspecify.annotations.NullMarked;
