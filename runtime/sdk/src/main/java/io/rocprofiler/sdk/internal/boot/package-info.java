/// The first Java code in a process, and the object that holds the whole engine. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.boot;

import org.jspecify.annotations.NullMarked;
