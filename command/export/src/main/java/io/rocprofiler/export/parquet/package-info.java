/// Parquet files, by our own writer: existing libraries need Hadoop.
@NullMarked
package io.rocprofiler.export.parquet;

import org.jspecify.annotations.NullMarked;
