package io.rocprofiler.roctracer;

import io.rocprofiler.abi.ActivityDomain;
import java.util.ArrayList;
import java.util.List;

/// The reusable views of one thread, a set per nesting depth, because a handler may make a traced call.
final class Views {
    private record Level(ApiCallback api, MarkerCallback marker, EventCallback event) {}

    private final List<Level> levels = new ArrayList<>();
    private int depth;

    TracerCallback open(ActivityDomain domain, int op, long data) {
        if (depth == levels.size()) levels.add(new Level(new ApiCallback(), new MarkerCallback(), new EventCallback()));
        Level level = levels.get(depth++);
        TracerCallback view = switch (domain) {
            case ROCTX -> level.marker;
            case HSA_EVT -> level.event;
            default -> level.api;
        };
        view.open(domain, op, data);
        return view;
    }

    void close(TracerCallback view) {
        view.close();
        depth--;
    }
}
