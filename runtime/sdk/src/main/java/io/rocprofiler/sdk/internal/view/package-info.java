/// Callbacks and records as tools see them: views, moved over native memory, and copies, which outlive it. Most of
/// both follow from AMD's structs and are generated (`spec/sdk-views.json`); this package has their common parts,
/// and reads the values of a call.
@NullMarked
package io.rocprofiler.sdk.internal.view;

import org.jspecify.annotations.NullMarked;
