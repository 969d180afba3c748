/// How the command makes files and directories, wherever they are.
@NullMarked
package io.rocprofiler.trace.file;

import org.jspecify.annotations.NullMarked;
