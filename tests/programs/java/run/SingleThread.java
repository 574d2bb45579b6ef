import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

public class SingleThread {
    private int count;

    synchronized int increment() {
        return ++count;
    }

    static synchronized String name() {
        return Thread.currentThread().getName();
    }

    public static void main(String[] args) throws InterruptedException {
        SingleThread object = new SingleThread();
        object.increment();
        System.out.println(object.increment() + " " + name());
        AtomicInteger integer = new AtomicInteger(5);
        System.out.println(integer.getAndIncrement() + " " + integer.compareAndSet(6, 10) + " " + integer.addAndGet(-3) + " " + integer);
        AtomicLong number = new AtomicLong();
        number.accumulateAndGet(7, Math::max);
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(number.get() + " " + flag.getAndSet(true) + " " + flag.get());
        AtomicReference<String> reference = new AtomicReference<>("a");
        reference.updateAndGet(s -> s + "b");
        System.out.println(reference.get());
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("x", 1);
        map.merge("x", 5, Integer::sum);
        map.computeIfAbsent("y", k -> 2);
        System.out.println(map.get("x") + " " + map.size() + " " + map.getOrDefault("z", 0));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            System.out.println(lock.isHeldByCurrentThread() + " " + lock.getHoldCount());
        } finally {
            lock.unlock();
        }
        Thread.sleep(1);
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 9);
        local.set(local.get() + 1);
        System.out.println(local.get());
        Thread never = new Thread(() -> System.out.println("run as a plain call"));
        never.run();
        System.out.println(never.getState() + " " + never.isAlive());
    }
}
