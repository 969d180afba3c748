/// What the descriptors of kernels mean. Not exported to tools.
@NullMarked
package io.rocprofiler.abi.internal.code;

import org.jspecify.annotations.NullMarked;
