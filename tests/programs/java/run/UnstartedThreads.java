import java.util.concurrent.locks.ReentrantLock;

/** Threads that are never started remember what they were told. */
public class UnstartedThreads {
    public static void main(String[] args) {
        Thread.currentThread().setPriority(7);
        Thread thread = new Thread(() -> {}, "worker");
        thread.interrupt();
        System.out.println(thread.isInterrupted() + " " + thread.getPriority() + " " + thread.getState());
        System.out.println(Thread.interrupted() + " " + thread.isInterrupted());
        ReentrantLock lock = new ReentrantLock();
        String free = lock.toString();
        lock.lock();
        String held = lock.toString();
        System.out.println(free.substring(free.indexOf('[')) + held.substring(held.indexOf('[')));
        Thread.currentThread().setName("first");
        throw new IllegalStateException("from " + Thread.currentThread().getName());
    }
}
