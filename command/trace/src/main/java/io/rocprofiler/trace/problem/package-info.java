/// What a trace lacks, and what is wrong with it.
@NullMarked
package io.rocprofiler.trace.problem;

import org.jspecify.annotations.NullMarked;
