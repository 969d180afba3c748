/// The path of a call, and of other events: enter, exit, correlation and external ids, records. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.call;

import org.jspecify.annotations.NullMarked;
