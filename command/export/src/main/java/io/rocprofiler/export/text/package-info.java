/// How names and values look in every format.
@NullMarked
package io.rocprofiler.export.text;

import org.jspecify.annotations.NullMarked;
