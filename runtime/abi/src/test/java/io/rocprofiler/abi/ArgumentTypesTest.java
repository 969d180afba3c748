package io.rocprofiler.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocprofiler.abi.internal.ApiFunction;
import io.rocprofiler.abi.internal.ApiParameter;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.ArgumentType;
import io.rocprofiler.abi.internal.ArgumentTypes;
import io.rocprofiler.abi.internal.OmptEvents;
import io.rocprofiler.abi.internal.StructForm;
import io.rocprofiler.abi.internal.ValueForm;
import io.rocprofiler.abi.internal.names.EnumNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ArgumentTypesTest {
    private static List<ApiFunction> functions() {
        List<ApiFunction> functions = new ArrayList<>();
        for (int index = 0; index < ApiTables.count(); index++) {
            ApiTable table = ApiTables.get(index);
            for (int operation = 0; table.callbackKind() != 0 && operation < table.operations(); operation++) {
                functions.add(table.function(operation));
            }
        }
        for (int event = 0; event < Operations.count(CallbackTracingKind.OMPT); event++) {
            functions.add(ompt(event));
        }
        return functions;
    }

    @Test
    void everyArgumentsTypeIsKnownAndHasItsSize() {
        int arguments = 0;
        for (ApiFunction function : functions()) {
            for (ApiParameter parameter : function.parameters()) {
                ArgumentType type = ArgumentTypes.of(parameter.type());
                int size = type.indirections() > 0 ? 8 : type.form().sizeBytes();
                assertThat(size).as("%s %s", function.name(), parameter).isEqualTo(parameter.size());
                assertThat(parameter.isPointer())
                        .as("%s %s", function.name(), parameter)
                        .isEqualTo(type.indirections() > 0);
                assertThat(type.mangledName()).isNotEmpty();
                arguments++;
            }
        }
        assertThat(arguments).isGreaterThan(2700);
    }

    @Test
    void membersLieInsideTheirStructs() {
        for (ApiFunction function : functions()) {
            for (ApiParameter parameter : function.parameters()) {
                ValueForm form = ArgumentTypes.of(parameter.type()).form();
                if (form.kind() == ValueForm.Kind.STRUCT) {
                    StructForm struct = ArgumentTypes.struct(form.index());
                    assertThat(struct.sizeBytes()).isEqualTo(form.sizeBytes());
                    assertThat(struct.members()).isNotEmpty();
                    for (StructForm.Member member : struct.members()) {
                        int bytes = member.sizeBytes() * Math.max(1, member.elements());
                        assertThat(member.offset() + bytes)
                                .as("%s %s", parameter, member)
                                .isLessThanOrEqualTo(struct.sizeBytes());
                    }
                }
            }
        }
    }

    @Test
    void aTypeTellsItsNameItsPointersAndItsForm() {
        assertThat(ArgumentTypes.of("const char*"))
                .isEqualTo(new ArgumentType("PKc", 1, new ValueForm(ValueForm.Kind.TEXT, 1, -1)));
        assertThat(ArgumentTypes.of("hipStream_t"))
                .isEqualTo(new ArgumentType("P12ihipStream_t", 1, new ValueForm(ValueForm.Kind.OPAQUE, 0, -1)));
        int error = EnumNames.index("hipMemcpyKind");
        assertThat(ArgumentTypes.of("hipMemcpyKind"))
                .isEqualTo(new ArgumentType("13hipMemcpyKind", 0, new ValueForm(ValueForm.Kind.ENUM, 4, error)));
        assertThatThrownBy(() -> ArgumentTypes.of("const char")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void enumeratorsByNumber() {
        assertThat(EnumNames.name(EnumNames.index("hipError_t"), 2)).isEqualTo("hipErrorOutOfMemory");
        assertThat(EnumNames.name(EnumNames.index("rocDecStatus"), -1)).isEqualTo("ROCDEC_DEVICE_INVALID");
        assertThat(EnumNames.name(EnumNames.index("hipError_t"), 12345)).isNull();
        assertThat(EnumNames.index("no enum")).isEqualTo(-1);
        assertThat(EnumNames.name(-1, 0)).isNull();
    }

    @Test
    void openMpEventsHaveTheirMembers() {
        assertThat(ompt(0))
                .isEqualTo(new ApiFunction(
                        0,
                        "omp_thread_begin",
                        "void",
                        "void",
                        16,
                        List.of(
                                new ApiParameter("thread_type", "ompt_thread_t", "enum:ompt_thread_t", 0, 4),
                                new ApiParameter("thread_data", "ompt_data_t*", "pointer", 8, 8))));
    }

    private static ApiFunction ompt(int event) {
        return OmptEvents.of(event, Objects.requireNonNull(Operations.name(CallbackTracingKind.OMPT, event)));
    }
}
