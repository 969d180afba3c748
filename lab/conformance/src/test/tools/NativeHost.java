/// NativeHost LIBRARY: a Java program for any release, which reaches HIP and ROC-TX through JNI, on two threads.
public final class NativeHost {
    private static final int ROUNDS = 10;

    private NativeHost() {}

    private static native int run(int rounds);

    public static void main(String[] args) throws InterruptedException {
        System.load(args[0]);
        int[] kernels = new int[1];
        Thread other = new Thread(() -> kernels[0] = run(ROUNDS));
        other.start();
        other.join();
        System.out.println(kernels[0] + run(ROUNDS) + " kernels, and " + String.join(" ", "a", "line"));
    }
}
