/// Writes the Java side of the ABI and the parts of the Java SDK that follow from it.
@NullMarked
package io.rocprofiler.facts.java;

import org.jspecify.annotations.NullMarked;
