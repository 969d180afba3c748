/// Record buffers: claims, memory, deliveries and the threads that deliver. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.buffer;

import org.jspecify.annotations.NullMarked;
