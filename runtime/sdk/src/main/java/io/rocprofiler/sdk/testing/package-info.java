/// Test doubles for authors of tools: see [io.rocprofiler.sdk.testing.Doubles].
@NullMarked
package io.rocprofiler.sdk.testing;

import org.jspecify.annotations.NullMarked;
