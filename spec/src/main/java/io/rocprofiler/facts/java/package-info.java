/// Writes the Java side of the ABI, and what of the SDK follows from it.
@NullMarked
package io.rocprofiler.facts.java;

import org.jspecify.annotations.NullMarked;
