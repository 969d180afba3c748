/// The table of options, and what was asked for: checked as a whole before anything runs.
@NullMarked
package io.rocprofiler.cli.options;

import org.jspecify.annotations.NullMarked;
