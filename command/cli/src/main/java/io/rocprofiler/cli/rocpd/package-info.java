/// The command `rocpd`: rocpd databases, also those of AMD's tools, read as runs, questioned, summed up and joined.
@NullMarked
package io.rocprofiler.cli.rocpd;

import org.jspecify.annotations.NullMarked;
