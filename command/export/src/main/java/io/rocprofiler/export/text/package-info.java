/// Text forms of names and values in every format.
@NullMarked
package io.rocprofiler.export.text;

import org.jspecify.annotations.NullMarked;
