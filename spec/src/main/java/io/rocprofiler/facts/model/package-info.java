/// The facts as Java values: what the JSON files under `spec/` say, read once and never changed.
@NullMarked
package io.rocprofiler.facts.model;

import org.jspecify.annotations.NullMarked;
