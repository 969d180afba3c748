/// The arguments of a call: names, types, and the text of their values. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.argument;

import org.jspecify.annotations.NullMarked;
