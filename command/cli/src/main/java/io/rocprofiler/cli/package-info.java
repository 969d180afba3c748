/// The command: options in, a traced program run and ended as it ended, files out.
@NullMarked
package io.rocprofiler.cli;

import org.jspecify.annotations.NullMarked;
