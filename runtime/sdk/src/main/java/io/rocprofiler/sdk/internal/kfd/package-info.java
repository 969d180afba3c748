/// The kernel driver's log of page migrations, page faults and evicted queues. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.kfd;

import org.jspecify.annotations.NullMarked;
