/// What tools see of callbacks and records: views, moved over native memory, and the copies that tools
/// keep.
@NullMarked
package io.rocprofiler.sdk.internal.view;

import org.jspecify.annotations.NullMarked;
