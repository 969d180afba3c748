/// The page with a time line: a single file that opens in a browser without a network.
@NullMarked
package io.rocprofiler.export.html;

import org.jspecify.annotations.NullMarked;
