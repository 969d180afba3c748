package io.rocprofiler.cli.doctor;

import java.util.ArrayList;
import java.util.List;

/// The checks of containers and virtual machines.
final class ContainerChecks {

    private ContainerChecks() {}

    static Answer detected(Site site) {
        boolean is = site.machine().isContainer();
        return Answer.pass(is ? "yes: limits and devices are the container's" : "no")
                .with("container", is);
    }

    static Answer devices(Site site) {
        if (!site.machine().isContainer()) {
            return Answer.skip("this is no container");
        }
        if (site.hasSoftwareDriver()) {
            return Answer.skip(LibraryPath.RUNTIME + " is set: programs run over the software driver");
        }
        List<String> missing = new ArrayList<>();
        for (String device : List.of("/dev/kfd", "/dev/dri")) {
            if (!site.machine().has(device)) {
                missing.add(device);
            }
        }
        return missing.isEmpty()
                ? Answer.pass("/dev/kfd, /dev/dri")
                : Answer.fail(String.join(", ", missing) + " is not in here", DriverCheck.DEVICES)
                        .with("missing", missing);
    }

    static Answer virtual(Site site) {
        boolean is =
                (" " + Machine.field(site.machine().text("/proc/cpuinfo"), "flags") + " ").contains(" hypervisor ");
        String product = site.machine().text("/sys/class/dmi/id/product_name");
        return Answer.pass(
                        is
                                ? "yes" + (product.isEmpty() ? "" : ", " + product)
                                        + ": GPUs are passed through, or parts of GPUs"
                                : "no")
                .with("virtual", is);
    }
}
