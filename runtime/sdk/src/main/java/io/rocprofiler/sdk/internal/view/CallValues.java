package io.rocprofiler.sdk.internal.view;

import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.internal.seam.Peek;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The views of one call's arguments and result: one for each position, created on first use, so that a tool may
/// use several at once.
final class CallValues {
    private static final int USUAL_ARGUMENTS = 8;

    /// The number of pointers that the text of a result follows.
    private static final int RESULT_FOLLOWS = 1;

    private final boolean pointersAreValid;
    private final Peek peek;
    private final Lent lent = new Lent();
    private @Nullable ValueView[] arguments = new @Nullable ValueView[USUAL_ARGUMENTS];
    private @Nullable ValueView result;

    /// Whether the most recent call has ended.
    private boolean hidden;

    private CallValues(boolean pointersAreValid, Peek peek) {
        this.pointersAreValid = pointersAreValid;
        this.peek = peek;
    }

    static CallValues ofCallsInProgress(Peek peek) {
        return new CallValues(true, peek);
    }

    static CallValues ofRecordedCalls(Peek peek) {
        return new CallValues(false, peek);
    }

    boolean pointersAreValid() {
        return pointersAreValid;
    }

    Peek peek() {
        return peek;
    }

    void hide() {
        hidden = true;
        lent.end();
    }

    Lent lent() {
        return lent;
    }

    boolean isHidden() {
        return hidden;
    }

    /// Returns the view of an argument.
    ///
    /// @param address of the call's arguments
    /// @param follow number of pointers that its text follows
    ApiValue argument(CallShape shape, int index, long address, int follow) {
        shape.checkIndex(index);
        ValueShape parameter = shape.parameters[index];
        if (index >= arguments.length) grow(shape.parameters.length);
        ValueView view = arguments[index];
        if (view == null) {
            view = new ValueView(this, parameter);
            arguments[index] = view;
        }
        hidden = false;
        return view.show(parameter, address + parameter.offset, follow);
    }

    /// Returns the view of the result at `address`.
    ApiValue result(CallShape shape, boolean returned, long address) {
        ValueShape type = shape.result;
        if (type == null) throw new IllegalStateException("result: " + shape.function + " has none here");
        if (!returned) throw new IllegalStateException("result: " + shape.function + " has not returned yet");
        ValueView view = result;
        if (view == null) {
            view = new ValueView(this, type);
            result = view;
        }
        hidden = false;
        return view.show(type, address, pointersAreValid ? RESULT_FOLLOWS : 0);
    }

    private void grow(int length) {
        @Nullable ValueView[] longer = new @Nullable ValueView[length];
        System.arraycopy(arguments, 0, longer, 0, arguments.length);
        arguments = longer;
    }

    /// Returns copies of all arguments.
    List<ApiValue> copyArguments(CallShape shape, long address, int follow) {
        List<ApiValue> copies = new ArrayList<>(shape.parameters.length);
        for (ValueShape parameter : shape.parameters) {
            copies.add(CopiedValue.at(parameter, address + parameter.offset, follow, this));
        }
        return List.copyOf(copies);
    }

    /// Returns a copy of the result, or null if there is none.
    @Nullable
    ApiValue copyResult(CallShape shape, boolean returned, long address) {
        ValueShape type = shape.result;
        return type == null || !returned
                ? null
                : CopiedValue.at(type, address, pointersAreValid ? RESULT_FOLLOWS : 0, this);
    }
}
