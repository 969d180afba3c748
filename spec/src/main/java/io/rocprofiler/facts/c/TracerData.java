package io.rocprofiler.facts.c;

import io.rocprofiler.facts.model.Facts;
import io.rocprofiler.facts.model.Struct;
import io.rocprofiler.facts.model.Tracer;
import io.rocprofiler.facts.model.TracerFormats;
import io.rocprofiler.facts.output.Output;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;

/// Writes libroctracer64's data about its domains: the number of operations of each, and their names.
final class TracerData {
    private static final String HIP = "HIP_API_ID_";
    private static final String HSA = "HSA_API_ID_";

    private static final Map<String, List<String>> LAUNCHES = Map.ofEntries(
            Map.entry("hipLaunchKernel", List.of("function_address")),
            Map.entry("hipExtLaunchKernel", List.of("function_address")),
            Map.entry("hipLaunchCooperativeKernel", List.of("f")),
            Map.entry("hipLaunchByPtr", List.of("hostFunction")),
            Map.entry("hipGraphAddKernelNode", List.of("pNodeParams")),
            Map.entry("hipGraphKernelNodeSetParams", List.of("pNodeParams")),
            Map.entry("hipGraphExecKernelNodeSetParams", List.of("pNodeParams")),
            Map.entry("hipModuleLaunchKernel", List.of("f")),
            Map.entry("hipExtModuleLaunchKernel", List.of("f")),
            Map.entry("hipHccModuleLaunchKernel", List.of("f")),
            Map.entry("hipExtLaunchMultiKernelMultiDevice", List.of("launchParamsList", "numDevices")),
            Map.entry("hipLaunchCooperativeKernelMultiDevice", List.of("launchParamsList", "numDevices")));

    private final Tracer tracer;
    private final TracerFormats formats;

    private TracerData(Facts facts) {
        this.tracer = facts.tracer();
        this.formats = new TracerFormats(facts);
    }

    static void emit(Facts facts, Output output) {
        TracerData data = new TracerData(facts);
        output.write("rt_limits.h", data.limits());
        output.write("rt_api_names.inc", data.names());
        output.write("rt_operation_names.inc", data.operations());
        TracerMoves moves = new TracerMoves(facts);
        output.write("rt_moves.h", moves.header());
        output.write("rt_hsa_moves.inc", moves.hsa());
        output.write("rt_hip_moves.inc", moves.hip());
        output.write("rt_kept_arguments.inc", new TracerKeeping(facts).text());
    }

    private String limits() {
        StringBuilder body = new StringBuilder();
        define(body, "HSA_API_END", value("hsa_api_id_t", HSA + "NUMBER"));
        define(body, "HSA_OPS_END", value("hsa_op_id_t", "HSA_OP_ID_NUMBER"));
        define(body, "HIP_OPS_END", value("hip_op_id_t", "HIP_OP_ID_NUMBER"));
        define(body, "HIP_API_BEGIN", value("hip_api_id_t", HIP + "FIRST"));
        define(body, "HIP_API_END", value("hip_api_id_t", HIP + "LAST") + 1);
        define(body, "ROCTX_END", value("roctx_api_id_t", "ROCTX_API_ID_NUMBER"));
        define(body, "HSA_EVT_END", value("hsa_evt_id_t", "HSA_EVT_ID_NUMBER"));
        body.append('\n');
        tracer.apiData().forEach((name, data) -> {
            String prefix = name.substring(0, 3).toUpperCase(Locale.ROOT);
            define(body, prefix + "_DATA_BYTES", data.size());
            define(body, prefix + "_ARGS", data.arguments());
            define(body, prefix + "_TAIL", data.clientData());
        });
        define(body, "HIP5_TAIL", tracer.data("hip").clientDataOfHip5());
        define(body, "HSA_RESULT", tracer.data("hsa").result());
        body.append('\n');
        tracer.commands().forEach(command -> define(body, "COMMAND_" + command.name(), command.kind()));
        body.append('\n');
        define(body, "HIP_LAUNCH_BYTES", argumentStruct("hipLaunchParams").size());
        define(body, "HIP_LAUNCH_FUNC", offset("hipLaunchParams", "func"));
        define(body, "HIP_LAUNCH_STREAM", offset("hipLaunchParams", "stream"));
        define(body, "HIP_NODE_FUNC", offset("hipKernelNodeParams", "func"));
        launches(body);
        return CText.header(
                "rt_limits.h",
                "Operations of each domain of roctracer; where things lie in hip_api_data_t, hsa_api_data_t and launches.",
                body.toString());
    }

    /// Ids of HIP's functions that launch kernels, and the offsets of the arguments that say which.
    private void launches(StringBuilder body) {
        body.append('\n');
        formats.calls("hip").forEach((id, call) -> {
            List<String> arguments = LAUNCHES.get(call.name());
            if (arguments != null) {
                define(body, "ID_" + call.name(), id);
                call.arguments().stream()
                        .filter(argument -> arguments.contains(argument.name()))
                        .forEach(argument -> define(
                                body,
                                "AT_" + call.name() + "_" + argument.name(),
                                argument.pointer() < 0 ? argument.value() : argument.pointer()));
            }
        });
    }

    private static void define(StringBuilder body, String name, long value) {
        body.append("#define RT_%s %d\n".formatted(name, value));
    }

    private Struct argumentStruct(String name) {
        return Objects.requireNonNull(tracer.argumentStructs().get(name), name);
    }

    private int offset(String struct, String field) {
        return argumentStruct(struct).fields().stream()
                .filter(each -> each.name().equals(field))
                .findFirst()
                .orElseThrow()
                .offset();
    }

    private long value(String enumeration, String enumerator) {
        return Objects.requireNonNull(tracer.enumeration(enumeration).values().get(enumerator), enumerator);
    }

    private String names() {
        CText text = new CText();
        text.comment("""
                Define all four before the include; they stay defined.
                RT_HSA_NAME(id, name), RT_HIP_NAME(id, name): one for each id.
                RT_HIP_ALIAS(id, name): another name of such an id.
                RT_HIP_COMMAND(kind, name): what HIP does on a GPU.""");
        names(text, "HSA");
        names(text, "HIP");
        tracer.commands().forEach(command -> text.line("RT_HIP_COMMAND(%d, \"%s\")", command.kind(), command.name()));
        return text.toString();
    }

    private void names(CText text, String library) {
        String enumeration = library.toLowerCase(Locale.ROOT) + "_api_id_t";
        SortedMap<Integer, String> functions = tracer.functions(enumeration);
        functions.forEach((id, name) -> text.line("RT_%s_NAME(%d, \"%s\")", library, id, name));
        tracer.enumeration(enumeration).values().forEach((enumerator, id) -> {
            String function = functions.get(id.intValue());
            String name = Tracer.function(enumerator);
            if (function != null && name.startsWith("hip") && !name.equals(function)) {
                text.line("RT_%s_ALIAS(%d, \"%s\")", library, id, name);
            }
        });
    }

    private String operations() {
        CText text = new CText();
        text.comment("RT_OPERATION(domain, op, name) for HSA's work and events; define it before the include.");
        tracer.operationNames().forEach((domain, names) -> {
            String enumeration = domain.endsWith("EVT") ? "hsa_evt_id_t" : "hsa_op_id_t";
            names.forEach((name, words) ->
                    text.line("RT_OPERATION(%s, %d, \"%s\")", domain, value(enumeration, name), words));
        });
        return text.toString();
    }
}
