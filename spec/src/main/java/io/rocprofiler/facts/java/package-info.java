/// Writes the Java side of the ABI.
@NullMarked
package io.rocprofiler.facts.java;

import org.jspecify.annotations.NullMarked;
