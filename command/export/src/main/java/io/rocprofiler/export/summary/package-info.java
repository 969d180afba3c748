/// The tables of a summary, as lines of text.
@NullMarked
package io.rocprofiler.export.summary;

import org.jspecify.annotations.NullMarked;
