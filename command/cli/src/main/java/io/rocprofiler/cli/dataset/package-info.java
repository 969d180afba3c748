/// What a dataset says of a run that its processes do not know: its name, and how its clocks differ.
@NullMarked
package io.rocprofiler.cli.dataset;

import org.jspecify.annotations.NullMarked;
