/// What runs at once and how much memory is in use, as numbers over time.
@NullMarked
package io.rocprofiler.export.counter;

import org.jspecify.annotations.NullMarked;
