/// Compares runs: what became slower, faster, more or less.
@NullMarked
package io.rocprofiler.cli.compare;

import org.jspecify.annotations.NullMarked;
