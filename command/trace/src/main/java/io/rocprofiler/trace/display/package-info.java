/// Filters for records and the names under which they are shown.
@NullMarked
package io.rocprofiler.trace.display;

import org.jspecify.annotations.NullMarked;
