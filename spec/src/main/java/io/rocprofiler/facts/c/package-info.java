/// Writes the C side of the ABI.
@NullMarked
package io.rocprofiler.facts.c;

import org.jspecify.annotations.NullMarked;
