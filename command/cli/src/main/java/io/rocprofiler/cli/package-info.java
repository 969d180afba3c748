/// The command: parses options, runs a program traced, ends as the program ended, and writes the output files.
@NullMarked
package io.rocprofiler.cli;

import org.jspecify.annotations.NullMarked;
