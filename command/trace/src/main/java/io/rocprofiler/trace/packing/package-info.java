/// Converts segments to their packed form: interprets and counts the records.
@NullMarked
package io.rocprofiler.trace.packing;

import org.jspecify.annotations.NullMarked;
