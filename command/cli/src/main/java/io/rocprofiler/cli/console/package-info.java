/// What the command says, and the exception that ends it with one line.
@NullMarked
package io.rocprofiler.cli.console;

import org.jspecify.annotations.NullMarked;
