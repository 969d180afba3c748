/// From segments to their packed form: what records mean, and how many there were.
@NullMarked
package io.rocprofiler.trace.packing;

import org.jspecify.annotations.NullMarked;
