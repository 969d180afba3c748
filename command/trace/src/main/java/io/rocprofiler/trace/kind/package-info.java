/// The kinds of records: their domains, names and sizes.
@NullMarked
package io.rocprofiler.trace.kind;

import org.jspecify.annotations.NullMarked;
