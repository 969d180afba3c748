/// The first Java code in a process, and the one object that all of it is. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.boot;

import org.jspecify.annotations.NullMarked;
