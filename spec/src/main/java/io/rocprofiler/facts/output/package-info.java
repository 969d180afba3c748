/// Writes generated files, and only those whose text has changed.
@NullMarked
package io.rocprofiler.facts.output;

import org.jspecify.annotations.NullMarked;
