/// The engine: registration, contexts, the call path, buffers. Not exported.
@NullMarked
package io.rocprofiler.sdk.engine;

import org.jspecify.annotations.NullMarked;
