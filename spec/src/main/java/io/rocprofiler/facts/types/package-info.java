/// C types as C++ sees them: resolved typedefs, mangled names, and the form of values.
@NullMarked
package io.rocprofiler.facts.types;

import org.jspecify.annotations.NullMarked;
