/// Code objects, their kernels, and the functions of the program that stand for kernels. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.codeobject;

import org.jspecify.annotations.NullMarked;
