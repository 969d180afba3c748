/// Primitive numbers: decoding, maps and sorting.
@NullMarked
package io.rocprofiler.trace.primitive;

import org.jspecify.annotations.NullMarked;
