/// What a Java tool is shown: typed views over AMD's structs. Not exported.
@NullMarked
package io.rocprofiler.sdk.internal.view;

import org.jspecify.annotations.NullMarked;
