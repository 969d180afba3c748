/// Java tools: discovery, configuration, callbacks. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.tool;

import org.jspecify.annotations.NullMarked;
