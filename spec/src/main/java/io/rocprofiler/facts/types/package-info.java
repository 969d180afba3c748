/// C types as C++ sees them: what typedefs stand for, mangled names, what a value looks like.
@NullMarked
package io.rocprofiler.facts.types;

import org.jspecify.annotations.NullMarked;
