/// Where what is generated goes: files that are written only when they change.
@NullMarked
package io.rocprofiler.facts.output;

import org.jspecify.annotations.NullMarked;
