package io.rocprofiler.export.html;

import io.rocprofiler.trace.DispatchRecord;
import io.rocprofiler.trace.KernelSymbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The launch shapes of kernels: few shapes, many launches. Shape 0 means unknown.
final class Shapes {

    static final int MOST = 100_000; // limits the page of a program in which every launch has a different shape

    /// The size of a launch and the resources of its kernel, and which node of which graph it is. Sizes are in
    /// work-items.
    record Shape(
            long kernelId,
            long workgroupX,
            long workgroupY,
            long workgroupZ,
            long gridX,
            long gridY,
            long gridZ,
            long groupSegmentBytes,
            long privateSegmentBytes,
            long archVgprs,
            long accumVgprs,
            long sgprs,
            long graphExecId,
            long graphNodeId) {

        private static Shape of(DispatchRecord dispatch) {
            KernelSymbol kernel = dispatch.kernel();
            return new Shape(
                    dispatch.kernelId(),
                    dispatch.workgroup(0),
                    dispatch.workgroup(1),
                    dispatch.workgroup(2),
                    dispatch.grid(0),
                    dispatch.grid(1),
                    dispatch.grid(2),
                    dispatch.groupSegmentBytes(),
                    dispatch.privateSegmentBytes(),
                    kernel == null ? 0 : kernel.archVgprCount(),
                    kernel == null ? 0 : kernel.accumVgprCount(),
                    kernel == null ? 0 : kernel.sgprCount(),
                    dispatch.graphExecId(),
                    dispatch.graphNodeId());
        }
    }

    private final Map<Shape, Integer> numbers = new HashMap<>();
    private final List<Shape> shapes = new ArrayList<>();

    int of(DispatchRecord dispatch) {
        Shape shape = Shape.of(dispatch);
        Integer known = numbers.get(shape);
        if (known != null) {
            return known;
        }
        if (shapes.size() == MOST) {
            return 0;
        }
        shapes.add(shape);
        numbers.put(shape, shapes.size());
        return shapes.size();
    }

    /// The shapes, beginning with number 1.
    List<Shape> all() {
        return shapes;
    }
}
