/// Exporters of the formats: each is a view of the same run.
@NullMarked
package io.rocprofiler.export;

import org.jspecify.annotations.NullMarked;
