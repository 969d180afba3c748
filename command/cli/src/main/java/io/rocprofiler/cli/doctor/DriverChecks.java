package io.rocprofiler.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The checks of the kernel's driver and its devices.
final class DriverChecks {

    private static final String KFD = "/dev/kfd";

    private DriverChecks() {}

    static Answer device(Site site) {
        if (site.hasSoftwareDriver() && !site.machine().has(KFD)) {
            return Answer.skip(
                    LibraryPath.RUNTIME + " is set: programs run over the software driver, which has no device");
        }
        return site.machine().has(KFD)
                ? Answer.pass(KFD)
                : Answer.of(site.driver().missing());
    }

    static Answer access(Site site) {
        return Answer.of(site.driver().access(site.machine().at(KFD)));
    }

    static Answer render(Site site) {
        List<Path> devices = site.machine().entries("/dev/dri", "renderD\\d+");
        if (devices.isEmpty()) {
            return Answer.fail("there is no /dev/dri/renderD* in here", "in a container: " + DriverCheck.DEVICES);
        }
        List<String> names = new ArrayList<>();
        for (Path device : devices) {
            Finding access = site.driver().access(device);
            if (access.isBad()) {
                return Answer.of(access);
            }
            names.add(site.machine().name(device));
        }
        return Answer.pass(String.join(", ", names)).with("devices", names);
    }

    /// Root needs no group, and neither does who may open the devices by another rule: the checks before this one tell.
    static Answer group(Site site, String group) {
        Map<String, Object> data = new TreeMap<>(Map.of("group", group));
        String entry = Machine.field(site.machine().text("/etc/group"), group + ":");
        String uid = column(site.status("Uid"), 1);
        if (uid.equals("0")) {
            return Answer.pass("root needs no group").with("group", group);
        }
        if (entry.isEmpty()) {
            return Answer.warn("there is no group " + group + " here", "").with("group", group);
        }
        String id = entry.split(":", -1).length > 1 ? entry.split(":", -1)[1] : "";
        data.put("gid", id);
        List<String> groups =
                new ArrayList<>(Arrays.asList(site.status("Groups").split("\\s+")));
        groups.add(column(site.status("Gid"), 1));
        Answer answer = groups.contains(id)
                ? Answer.pass("yes, group " + id)
                : Answer.fail("no, group " + id, "sudo usermod -aG " + group + " $USER, and log in again");
        return new Answer(answer.status(), answer.detail(), answer.remedy(), data);
    }

    private static String column(String line, int number) {
        String[] columns = line.split("\\s+");
        return columns.length > number ? columns[number] : "";
    }

    static Answer module(Site site) {
        if (site.hasSoftwareDriver()) {
            return Answer.skip(LibraryPath.RUNTIME + " is set: programs run over the software driver");
        }
        if (!site.machine().has("/sys/module/amdgpu")) {
            return Answer.fail("there is no /sys/module/amdgpu", "sudo modprobe amdgpu");
        }
        String version = site.machine().text("/sys/module/amdgpu/version");
        return Answer.pass(version.isEmpty() ? "amdgpu of the kernel" : "amdgpu " + version)
                .with("version", version);
    }

    static Answer topology(Site site) {
        return Answer.of(site.driver().gpus());
    }
}
