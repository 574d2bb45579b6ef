import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

public class Sets {
    public static void main(String[] args) {
        Set<Integer> set = new HashSet<>();
        System.out.println(set.add(3) + " " + set.add(3) + " " + set.add(null) + " " + set.contains(null) + " " + set.remove(4));
        Set<Integer> odd = new HashSet<>(Arrays.asList(1, 3, 5, 7));
        Set<Integer> prime = new HashSet<>(Arrays.asList(2, 3, 5, 7));
        Set<Integer> both = new HashSet<>(odd);
        both.retainAll(prime);
        Set<Integer> either = new TreeSet<>(odd);
        either.addAll(prime);
        System.out.println(both + " " + either + " " + odd.equals(prime) + " " + either.containsAll(both) + " " + both.hashCode());
        Set<String> ordered = new LinkedHashSet<>();
        for (String s : "to be or not to be".split(" ")) {
            ordered.add(s);
        }
        System.out.println(ordered + " " + ordered.size());
        Set<String> hashed = new HashSet<>(ordered);
        System.out.println(hashed);
        System.out.println(Set.of(1, 2, 3).contains(2) + " " + Set.of("x").size() + " " + Set.copyOf(odd).equals(odd));
        try {
            Set.of(1, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        BitSet bits = new BitSet();
        bits.set(1);
        bits.set(64, 67);
        bits.flip(65);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextSetBit(2) + " " + bits.get(65));
    }
}
