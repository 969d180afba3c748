/// Plans for a process without the engine: an image that its recorder in C maps. Not exported to tools.
@NullMarked
package io.rocprofiler.sdk.internal.image;

import org.jspecify.annotations.NullMarked;
