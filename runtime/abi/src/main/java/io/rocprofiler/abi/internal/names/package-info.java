/// Names of the runtimes' constants by number, which use the public enumerations. Not exported to tools.
@NullMarked
package io.rocprofiler.abi.internal.names;

import org.jspecify.annotations.NullMarked;
