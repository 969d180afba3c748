/// GPU work of a Java program as spans of OpenTelemetry.
@NullMarked
package io.rocprofiler.opentelemetry;

import org.jspecify.annotations.NullMarked;
