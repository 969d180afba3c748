/// Record buffers: claims, memory, deliveries and the threads that make them. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.buffer;

import org.jspecify.annotations.NullMarked;
