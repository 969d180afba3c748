/// The table of options and the requested settings, validated as a whole before anything runs.
@NullMarked
package io.rocprofiler.cli.options;

import org.jspecify.annotations.NullMarked;
