/// The C functions. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.capi;

import org.jspecify.annotations.NullMarked;
