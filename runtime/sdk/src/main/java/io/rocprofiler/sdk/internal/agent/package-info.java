/// Agents, and where they come from. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.agent;

import org.jspecify.annotations.NullMarked;
