/// What tools see of callbacks and records: views, moved over native memory, and copies, which outlive it. Most of both
/// follow from AMD's structs and are generated (`spec/sdk-views.json`); here is what they have in common, and how the
/// values of a call are read.
@NullMarked
package io.rocprofiler.sdk.internal.view;

import org.jspecify.annotations.NullMarked;
