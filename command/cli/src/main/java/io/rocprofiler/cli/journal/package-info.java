/// The journals of roctracer's tracer tool, and the text files that are written of them.
@NullMarked
package io.rocprofiler.cli.journal;

import org.jspecify.annotations.NullMarked;
