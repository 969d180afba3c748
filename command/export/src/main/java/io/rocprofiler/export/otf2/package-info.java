/// The Open Trace Format, version 2: writes archives as libotf2 3.0 does, without the library.
///
/// An archive consists of an anchor file, which lists its properties; a file of global definitions (strings,
/// regions, locations); and, per location, a file of events and one of local definitions, which stays empty here.
@NullMarked
package io.rocprofiler.export.otf2;

import org.jspecify.annotations.NullMarked;
