/// Questions to a run or a rocpd database, in SQL.
@NullMarked
package io.rocprofiler.cli.query;

import org.jspecify.annotations.NullMarked;
