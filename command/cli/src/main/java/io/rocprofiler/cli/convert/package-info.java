/// Converts segments to files and tables.
@NullMarked
package io.rocprofiler.cli.convert;

import org.jspecify.annotations.NullMarked;
