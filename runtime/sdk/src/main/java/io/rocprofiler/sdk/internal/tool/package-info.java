/// Tools in Java: how they are found, what they configure, how they are called. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.tool;

import org.jspecify.annotations.NullMarked;
