/// Perfetto's trace format, by the schema in `pftrace.proto`.
@NullMarked
package io.rocprofiler.export.pftrace;

import org.jspecify.annotations.NullMarked;
