/// Places output files so that commands that write at the same time never touch each other's.
@NullMarked
package io.rocprofiler.cli.output;

import org.jspecify.annotations.NullMarked;
