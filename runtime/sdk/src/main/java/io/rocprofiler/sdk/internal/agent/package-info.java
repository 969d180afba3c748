/// Agents and the sources that describe them. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.agent;

import org.jspecify.annotations.NullMarked;
