import javax.management.MXBean;

/// What a console shows under `io.rocprofiler:type=Control`.
@MXBean
public interface Control {
    boolean start();

    boolean stop();

    long getCalls();
}
