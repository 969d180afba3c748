package io.rocprofiler.facts;

import io.rocprofiler.facts.c.NativeEmitter;
import io.rocprofiler.facts.c.PublicEmitter;
import io.rocprofiler.facts.c.SoftGpuEmitter;
import io.rocprofiler.facts.java.JavaEmitter;
import io.rocprofiler.facts.java.ProbeEmitter;
import io.rocprofiler.facts.java.ViewEmitter;
import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.output.Output;
import java.nio.file.Path;

/// The entry point of the build:
///
/// `Generator <facts folder> <java|java-views|c-probe|c-public|c-native|softgpu> <output folder>`
public final class Generator {
    private Generator() {}

    public static void main(String[] arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException(
                    "usage: Generator FACTS java|java-views|c-probe|c-public|c-native|softgpu OUTPUT");
        }
        Facts facts = Facts.read(Path.of(arguments[0]));
        Output output = new Output(Path.of(arguments[2]));
        switch (arguments[1]) {
            case "java" -> JavaEmitter.emit(facts, output);
            case "java-views" -> ViewEmitter.emit(facts, output);
            case "c-probe" -> ProbeEmitter.emit(facts, output);
            case "c-public" -> PublicEmitter.emit(facts, output);
            case "c-native" -> NativeEmitter.emit(facts, output);
            case "softgpu" -> SoftGpuEmitter.emit(facts, output);
            default -> throw new IllegalArgumentException("target=" + arguments[1]);
        }
    }
}
