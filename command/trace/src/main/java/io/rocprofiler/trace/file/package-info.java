/// How the command makes files and directories, wherever they are, and how it tells how far it has read one.
@NullMarked
package io.rocprofiler.trace.file;

import org.jspecify.annotations.NullMarked;
