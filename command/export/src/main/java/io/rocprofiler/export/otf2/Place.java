package io.rocprofiler.export.otf2;

/// The name, type and group of a location.
///
/// @param type an OTF2_LocationType
/// @param group reference of a location group
/// @param nests whether regions may lie within one another: not on a GPU, where work does not call other work
record Place(String name, int type, int group, boolean nests) {

    // OTF2_LocationType
    static final int CPU_THREAD = 1;
    static final int ACCELERATOR_STREAM = 2;
}
