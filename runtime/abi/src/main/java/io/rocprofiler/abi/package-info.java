/// ROCm's tracing ABI: struct layouts, enumerations, API tables. Almost all of it is generated from `spec/`.
@NullMarked
package io.rocprofiler.abi;

import org.jspecify.annotations.NullMarked;
