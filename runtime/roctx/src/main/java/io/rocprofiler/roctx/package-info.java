/// Marks and ranges of a Java program, shown on the time line of its GPU work.
@NullMarked
package io.rocprofiler.roctx;

import org.jspecify.annotations.NullMarked;
