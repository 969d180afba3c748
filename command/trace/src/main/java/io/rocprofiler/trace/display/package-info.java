/// Which records are shown, and by what names.
@NullMarked
package io.rocprofiler.trace.display;

import org.jspecify.annotations.NullMarked;
