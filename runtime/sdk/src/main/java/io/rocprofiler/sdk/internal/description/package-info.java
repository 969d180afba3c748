/// The texts that describe a recorded process, beside its records. Not exported to tools.
@NullMarked
package io.rocprofiler.sdk.internal.description;

import org.jspecify.annotations.NullMarked;
