/// GPU work of a Java program as meters of Micrometer.
@NullMarked
package io.rocprofiler.metrics;

import org.jspecify.annotations.NullMarked;
