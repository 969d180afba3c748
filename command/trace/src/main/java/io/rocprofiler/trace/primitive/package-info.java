/// Numbers in memory: reading them, maps of them, sorts of them.
@NullMarked
package io.rocprofiler.trace.primitive;

import org.jspecify.annotations.NullMarked;
