/// Records what `rocprofv3` was asked for into a file that survives the program.
///
/// Runs inside the program: only the JDK and the public API, and nothing that costs start-up time (no lambdas,
/// streams, regular expressions or formatters).
@NullMarked
package io.rocprofiler.collector;

import org.jspecify.annotations.NullMarked;
