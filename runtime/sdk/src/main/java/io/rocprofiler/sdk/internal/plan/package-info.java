/// What each wrapped slot has to do: the services of contexts, entries, plans, and hooks as an interface. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.plan;

import org.jspecify.annotations.NullMarked;
