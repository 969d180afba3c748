import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.CallbackThread;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Registration;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/// ApiHost PHASE: a Java program that calls every public method of every type that the jars export, with
/// meaningless arguments. Prints failures, and the number of calls it made.
///
/// before   nothing is registered       registered  a tool is      closed   it was
/// virtual  as before, on a virtual thread            ending  in a shutdown hook
public final class ApiHost implements Tool {
    private static final String[] PACKAGES = {"sdk", "roctx", "roctracer"};

    private static final Map<Class<?>, Object> LIVE = new LinkedHashMap<>();
    private static int calls;

    private ApiHost() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "registered" -> LIVE.put(Registration.class, Profiler.register(new ApiHost()));
            case "closed" -> {
                Registration registration = Profiler.register(new ApiHost());
                registration.close();
                LIVE.put(Registration.class, registration);
            }
            case "ending" -> {
                LIVE.put(Registration.class, Profiler.register(new ApiHost()));
                Runtime.getRuntime().addShutdownHook(new Thread(ApiHost::sweep));
                return;
            }
            case "virtual" -> {
                Thread.ofVirtual().start(ApiHost::sweep).join();
                return;
            }
            default -> {}
        }
        sweep();
    }

    @Override
    public String name() {
        return "api";
    }

    @Override
    public void initialize(Setup setup) {
        CallbackThread thread = setup.callbackThread();
        Buffer buffer = setup.buffer().thread(thread).handler(batch -> {}).build();
        Context context = setup.context().callbacks(CallbackTracingKind.HIP_RUNTIME_API, record -> {}).build();
        context.start();
        LIVE.put(Setup.class, setup);
        LIVE.put(Buffer.class, buffer);
        LIVE.put(Context.class, context);
    }

    private static void sweep() {
        try {
            for (Class<?> type : types()) {
                List<Executable> members = new ArrayList<>(Arrays.asList(type.getMethods()));
                members.addAll(Arrays.asList(type.getConstructors()));
                members.sort(Comparator.comparing(Executable::toString));
                for (Executable member : members) for (int round = 0; round < 3; round++) call(type, member, round);
            }
        } catch (IOException | ClassNotFoundException failure) {
            System.out.println(failure);
        }
        System.out.println(calls > 150 ? "alive" : "only " + calls + " calls");
    }

    private static List<Class<?>> types() throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(":")) {
            if (!path.contains("rocprofiler-")) continue;
            try (JarFile jar = new JarFile(path)) {
                for (String name : jar.stream().map(entry -> entry.getName()).sorted().toList()) {
                    if (!isExported(name)) continue;
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - 6).replace('/', '.'),
                            false,
                            ApiHost.class.getClassLoader());
                    if (Modifier.isPublic(type.getModifiers())) types.add(type);
                }
            }
        }
        return types;
    }

    private static boolean isExported(String entry) {
        for (String name : PACKAGES)
            if (entry.matches("io/rocprofiler/" + name + "/[A-Za-z$]+\\.class")) return !entry.contains("-info");
        return false;
    }

    private static void call(Class<?> type, Executable member, int round) {
        if (member.getDeclaringClass() == Object.class) return;
        Object receiver = LIVE.get(type);
        if (member instanceof Method && !Modifier.isStatic(member.getModifiers()) && receiver == null) return;
        Object[] arguments = Arrays.stream(member.getParameterTypes())
                .map(parameter -> argument(parameter, round))
                .toArray();
        calls++;
        try {
            if (member instanceof Method method) method.invoke(receiver, arguments);
            else if (!Modifier.isAbstract(type.getModifiers()))
                ((java.lang.reflect.Constructor<?>) member).newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            check(member, arguments, thrown.getCause());
        } catch (ReflectiveOperationException failure) {
            System.out.println(member + ": " + failure);
        }
    }

    /// Prints undocumented exceptions. Documented are those for wrong arguments, and those for a state without
    /// a result, which need a message.
    private static void check(Executable member, Object[] arguments, Throwable thrown) {
        boolean isState = thrown instanceof IllegalStateException && thrown.getMessage() != null;
        boolean isArgument = thrown instanceof IllegalArgumentException
                || thrown instanceof NullPointerException
                || thrown instanceof IndexOutOfBoundsException;
        boolean isRoctracer = thrown.getClass().getSimpleName().equals("RoctracerException");
        if (!isState && !isArgument && !isRoctracer)
            System.out.println(member + " with " + Arrays.toString(arguments) + ": " + thrown);
    }

    private static Object argument(Class<?> type, int round) {
        long number = new long[] {0, -1, Long.MAX_VALUE / 3}[round];
        if (type == long.class) return number;
        if (type == int.class) return (int) number;
        if (type == short.class) return (short) number;
        if (type == byte.class) return (byte) number;
        if (type == double.class) return (double) number;
        if (type == float.class) return (float) number;
        if (type == char.class) return (char) number;
        if (type == boolean.class) return number != 0;
        if (round == 0) return null;
        if (type == String.class) return round == 1 ? "" : "\u0000?";
        if (type.isEnum()) return type.getEnumConstants()[0];
        if (type == Runnable.class) return (Runnable) () -> {};
        if (type == Tool.class) return new ApiHost();
        return LIVE.get(type);
    }
}
