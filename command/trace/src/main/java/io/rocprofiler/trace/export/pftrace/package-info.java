/// Perfetto's trace format, by the schema in `pftrace.proto`.
@NullMarked
package io.rocprofiler.trace.export.pftrace;

import org.jspecify.annotations.NullMarked;
