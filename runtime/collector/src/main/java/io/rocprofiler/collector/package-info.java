/// Records the selected data into a file that survives the program.
///
/// Runs inside the program: uses only the JDK and the public API, and nothing that slows down start-up (no lambdas,
/// streams, regular expressions or formatters).
@NullMarked
package io.rocprofiler.collector;

import org.jspecify.annotations.NullMarked;
