/// Tables of functions and their texts, and the layouts that the parts of one build share. Not exported to tools.
@NullMarked
package io.rocprofiler.abi.internal;

import org.jspecify.annotations.NullMarked;
