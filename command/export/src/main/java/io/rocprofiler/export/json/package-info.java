/// AMD's JSON file of a run.
@NullMarked
package io.rocprofiler.export.json;

import org.jspecify.annotations.NullMarked;
