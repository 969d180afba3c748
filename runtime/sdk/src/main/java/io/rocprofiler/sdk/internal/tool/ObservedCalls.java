package io.rocprofiler.sdk.internal.tool;

import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.CallObserver;
import io.rocprofiler.sdk.CallbackHandler;
import io.rocprofiler.sdk.CallbackRecord;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Pairs the callbacks of calls: what `enter` returned waits on a stack of its thread, and the call's user data says
/// where. Calls that never return leave entries that the end of the next outer call removes. Ranges overlap and end on
/// other threads: their objects are found by their number.
final class ObservedCalls<T> implements CallbackHandler {
    private final CallObserver<T> observer;
    private final ThreadLocal<ArrayList<@Nullable T>> open = ThreadLocal.withInitial(ArrayList::new);
    private final ConcurrentHashMap<Long, T> ranges = new ConcurrentHashMap<>();

    ObservedCalls(CallObserver<T> observer) {
        this.observer = observer;
    }

    @Override
    public void onCallback(CallbackRecord record) {
        if (!(record instanceof ApiCall call)) return;
        if (call.kind() == CallbackTracingKind.MARKER_CORE_RANGE_API) {
            onRange(call);
            return;
        }
        ArrayList<@Nullable T> entered = open.get();
        if (call.phase() == CallbackPhase.ENTER) {
            T object = observer.enter(call);
            entered.add(object);
            call.userData(entered.size());
            return;
        }
        int position = (int) call.userData();
        if (position == 0 || position > entered.size()) return;
        T object = entered.get(position - 1);
        while (entered.size() >= position) entered.removeLast();
        observer.exit(call, object);
    }

    private void onRange(ApiCall range) {
        Long id = range.correlationId();
        if (range.phase() == CallbackPhase.ENTER) {
            T object = observer.enter(range);
            if (object != null) ranges.put(id, object);
        } else {
            observer.exit(range, ranges.remove(id));
        }
    }
}
