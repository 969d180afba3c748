/// The facts as Java values: the contents of the JSON files under `spec/`, read once and never changed.
@NullMarked
package io.rocprofiler.facts.model;

import org.jspecify.annotations.NullMarked;
