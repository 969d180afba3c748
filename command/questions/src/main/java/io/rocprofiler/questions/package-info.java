/// The questions that have a name, as SQL that every engine understands, and the tables they are about.
@NullMarked
package io.rocprofiler.questions;

import org.jspecify.annotations.NullMarked;
