/// Turns the facts into code: Java for `abi`, C for `native`, and the software GPU's headers.
@NullMarked
package io.rocprofiler.facts;

import org.jspecify.annotations.NullMarked;
