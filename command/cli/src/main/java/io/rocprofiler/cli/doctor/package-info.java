/// `rocprofv3 doctor`: what can be traced on this machine, by which way, and what to do about the rest. And
/// `rocprofv3 --doctor`: the same and more as checks with AMD's ids, [Check].
@NullMarked
package io.rocprofiler.cli.doctor;

import org.jspecify.annotations.NullMarked;
