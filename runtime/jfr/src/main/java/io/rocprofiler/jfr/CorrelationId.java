package io.rocprofiler.jfr;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.MetadataDefinition;
import jdk.jfr.Relational;

/// Relates events: a kernel or copy has the number of the call that launched it, a call that of the range around it.
@MetadataDefinition
@Relational
@Label("Correlation Id")
@Description("Number of a traced call or range, which the work that it started has, too")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface CorrelationId {}
