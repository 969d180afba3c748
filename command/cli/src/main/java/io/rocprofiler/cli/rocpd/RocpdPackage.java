package io.rocprofiler.cli.rocpd;

import io.rocprofiler.cli.console.CommandException;
import io.rocprofiler.trace.file.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// `rocpd package`: a file that names databases, beside which they may lie (`package.py` of rocprofiler-sdk 1.0.0).
final class RocpdPackage {

    private static final String VERSION = "1.0"; // of AMD's form

    private RocpdPackage() {}

    /// Writes the file.
    ///
    /// @param folder empty for the default
    /// @return the file
    static Path write(List<Path> files, String folder, boolean consolidated, boolean copied) throws IOException {
        Path target = folder(folder, consolidated);
        NewFile.directories(target);
        List<Path> placed = new ArrayList<>();
        for (Path file : files) {
            placed.add(consolidated ? placed(file, target, copied) : file);
        }
        Path from = target.toAbsolutePath().normalize();
        List<String> names = placed.stream()
                .map(file -> from.relativize(file.toAbsolutePath().normalize()).toString())
                .toList();
        Map<String, Object> rocpd = new LinkedHashMap<>();
        rocpd.put("files", names.size() == 1 ? names.getFirst() : names);
        rocpd.put("path", ".");
        rocpd.put("rocpd_package_version", VERSION);
        Path index = target.resolve(RocpdFiles.INDEX);
        NewFile.write(index, YAMLMapper.shared().writeValueAsBytes(Map.of("rocprofiler-sdk", Map.of("rocpd", rocpd))));
        return index;
    }

    private static Path folder(String folder, boolean consolidated) {
        if (!folder.isEmpty()) {
            return Path.of(folder.endsWith(RocpdFiles.PACKAGE) ? folder : folder + RocpdFiles.PACKAGE);
        }
        String now = LocalDateTime.now(java.time.ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return Path.of(consolidated ? "rocpd-" + now + RocpdFiles.PACKAGE : "");
    }

    private static Path placed(Path file, Path folder, boolean copied) throws IOException {
        Path place = folder.resolve(file.getFileName());
        if (Files.exists(place)) {
            throw CommandException.failed(place + " exists; give the databases different names, or another folder");
        }
        if (copied) {
            return Files.copy(file, place, StandardCopyOption.COPY_ATTRIBUTES);
        }
        return Files.move(file, place);
    }
}
