/// The Open Trace Format, version 2: archives as libotf2 3.0 writes them, without it.
///
/// An archive is an anchor file, which says what it is made of; a file of global definitions (strings,
/// regions, locations); and, per location, a file of events and one of local definitions, of which there are
/// none here.
@NullMarked
package io.rocprofiler.export.otf2;

import org.jspecify.annotations.NullMarked;
