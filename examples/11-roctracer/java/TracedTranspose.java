import io.rocprofiler.abi.ActivityApiPhase;
import io.rocprofiler.abi.ActivityDomain;
import io.rocprofiler.abi.HipApiId;
import io.rocprofiler.abi.HipOpId;
import io.rocprofiler.roctracer.ApiCallback;
import io.rocprofiler.roctracer.Op;
import io.rocprofiler.roctracer.Pool;
import io.rocprofiler.roctracer.RecordBatch;
import io.rocprofiler.roctracer.Roctracer;
import io.rocprofiler.roctracer.TracerCallback;
import io.rocprofiler.roctracer.TracerRecord;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/// The transpose of example 01 in Java, which traces itself: callbacks for two functions, records of calls and of
/// GPU work in a pool, and an external id in the records.
///
/// It prints the results of each roctracer service on standard error.
public final class TracedTranspose {
    private static final LongAdder LAUNCHES = new LongAdder();
    private static final LongAdder COPIED_BYTES = new LongAdder();

    /// Accessed only by the pool's thread until the pool is closed.
    private static final Map<String, Integer> RECORDS = new TreeMap<>();

    private static int unordered;

    private TracedTranspose() {}

    public static void main(String[] arguments) throws Throwable {
        // @start region="enable"
        Roctracer.enableCallback(Op.of(HipApiId.hipLaunchKernel), TracedTranspose::onCall);
        Roctracer.enableCallback(Op.of(HipApiId.hipMemcpyAsync), TracedTranspose::onCall);
        Pool pool = Pool.open(1 << 16, TracedTranspose::onRecords);
        Roctracer.enableActivity(ActivityDomain.HIP_API, pool);
        Roctracer.enableActivity(Op.of(HipOpId.DISPATCH), pool);
        Roctracer.enableActivity(Op.of(HipOpId.COPY), pool);
        // @end
        // The transpose ends the process, so a shutdown hook prints the results.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> print(pool)));
        Roctracer.externalId(31); // on this thread, for all calls that follow
        Transpose.main(arguments);
    }

    private static void onCall(TracerCallback call) {
        if (!(call instanceof ApiCallback api) || api.phase() != ActivityApiPhase.ENTER) return;
        if (api.operationValue() == HipApiId.hipLaunchKernel.value()) LAUNCHES.increment();
        else COPIED_BYTES.add(api.argument("sizeBytes").asLong());
    }

    private static void onRecords(RecordBatch records) {
        for (TracerRecord record : records) {
            boolean external = record.domain() == ActivityDomain.EXT_API;
            RECORDS.merge(external ? "external id " + record.externalId() : record.operationName(), 1, Integer::sum);
            if (record.endNanos() < record.startNanos()) unordered++;
        }
    }

    private static void print(Pool pool) {
        pool.close();
        System.err.println("callbacks: " + LAUNCHES + " launches, " + COPIED_BYTES + " bytes copied");
        RECORDS.forEach((name, count) -> System.err.printf("%5d %s%n", count, name));
        System.err.println(unordered + " records end before they start");
    }
}
