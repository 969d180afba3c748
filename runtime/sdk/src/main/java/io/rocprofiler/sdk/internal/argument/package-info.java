/// The arguments of a call, one by one: names, types, and what a value looks like as text. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.argument;

import org.jspecify.annotations.NullMarked;
