/// Recordings of Java Flight Recorder, written without a JVM that records: see ADR 0023.
@NullMarked
package io.rocprofiler.export.jfr;

import org.jspecify.annotations.NullMarked;
