/// The action of each wrapped slot: the services of contexts, entries, plans, and the interface of hooks.
/// Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.plan;

import org.jspecify.annotations.NullMarked;
