/// `rocprofv3 doctor`: what can be traced on this machine, by which way, and what to do about the rest.
@NullMarked
package io.rocprofiler.cli.doctor;

import org.jspecify.annotations.NullMarked;
