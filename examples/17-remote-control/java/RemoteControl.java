import static io.rocprofiler.abi.BufferTracingKind.HIP_RUNTIME_API;

import com.sun.net.httpserver.HttpServer;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;
import javax.management.ObjectName;

/// Remote control: starts and stops the recording of HIP calls, by JMX and by HTTP on a port of this machine.
///
/// `CONTROL_PORT=8642 ROCPROFILER_JAVA_TOOLS=./tool.jar ../08-pause-resume/phases & curl localhost:8642/start`
public final class RemoteControl implements Tool, Control {
    private final LongAdder calls = new LongAdder();
    private Buffer buffer;
    private Context context;

    @Override
    public String name() {
        return "remote-control";
    }

    @Override
    public void initialize(Setup setup) throws Exception {
        buffer = setup.buffer().handler(batch -> calls.add(batch.size())).build(); // @start region="context"
        context = setup.context().buffered(HIP_RUNTIME_API, buffer).build(); // @end
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName("io.rocprofiler:type=Control"));
        int port = Integer.parseInt(System.getenv().getOrDefault("CONTROL_PORT", "0"));
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.createContext("/", exchange -> {
            String verb = exchange.getRequestURI().getPath().substring(1);
            boolean done = verb.equals("start") ? start() : verb.equals("stop") && stop();
            byte[] answer = (verb + " " + done + ", " + getCalls() + " calls\n").getBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        Thread.ofPlatform().daemon().start(server::start).join(); // its threads are daemons, too
    }

    @Override
    public boolean start() {
        return context.start();
    }

    @Override
    public boolean stop() {
        return context.stop();
    }

    @Override
    public long getCalls() {
        buffer.flush();
        return calls.sum();
    }
}
