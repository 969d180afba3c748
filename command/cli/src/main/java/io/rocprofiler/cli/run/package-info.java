/// Runs a program traced: its environment, its start and end, the directory of its segments.
@NullMarked
package io.rocprofiler.cli.run;

import org.jspecify.annotations.NullMarked;
