/// What the public API asks of the engine. Uses nothing of either. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.program;

import org.jspecify.annotations.NullMarked;
