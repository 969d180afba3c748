/// Console output, and the exception that ends the command with one line.
@NullMarked
package io.rocprofiler.cli.console;

import org.jspecify.annotations.NullMarked;
