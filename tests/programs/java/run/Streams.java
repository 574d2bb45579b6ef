import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Streams {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Integer> numbers = List.of(5, 3, 8, 1, 9, 2);
        System.out.println(numbers.stream().filter(n -> n > 2).map(n -> n * n).collect(Collectors.toList()));
        System.out.println(numbers.stream().mapToInt(Integer::intValue).sum() + " " + numbers.stream().reduce(1, (a, b) -> a * b));
        System.out.println(numbers.stream().sorted().toList() + " " + numbers.stream().sorted(Comparator.reverseOrder()).limit(2).toList());
        System.out.println(IntStream.rangeClosed(1, 5).boxed().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        System.out.println(IntStream.range(0, 20).filter(i -> i % 3 == 0).average().getAsDouble() + " " + IntStream.of(3, 1, 2).max().getAsInt());
        System.out.println(numbers.stream().anyMatch(n -> n == 8) + " " + numbers.stream().allMatch(n -> n > 0) + " " + numbers.stream().noneMatch(n -> n > 8));
        System.out.println(Stream.iterate(1, n -> n * 2).skip(3).limit(4).toList() + " " + Stream.of("a", "b", "a").distinct().count());
        System.out.println(numbers.stream().min(Comparator.naturalOrder()).get() + " " + numbers.stream().findFirst().get() + " " + Stream.empty().findAny().isPresent());
        List<Person> people = List.of(new Person("Ann", 31, "Oslo"), new Person("Bob", 25, "Rome"), new Person("Cid", 42, "Oslo"));
        Map<String, List<String>> byCity = people.stream()
                .collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList())));
        System.out.println(byCity);
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.counting())));
        System.out.println(people.stream().max(Comparator.comparingInt(Person::age)).map(Person::name).orElse("nobody"));
        System.out.println(people.stream().collect(Collectors.averagingInt(Person::age)) + " " + people.stream().collect(Collectors.toMap(Person::name, Person::age, Integer::sum, TreeMap::new)));
        System.out.println(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).map(n -> n + 1).toList());
        List<String> seen = new ArrayList<>();
        int total = Stream.of("x", "yy", "zzz").peek(seen::add).mapToInt(String::length).filter(n -> n > 1).sum();
        System.out.println(total + " " + seen);
        System.out.println(Arrays.stream(new String[] {"b", "c", "a"}).sorted().toList() + " " + Arrays.toString(IntStream.range(0, 5).map(i -> i * i).toArray()));
        System.out.println(IntStream.rangeClosed(1, 5).summaryStatistics());
        Stream.of(3, 1, 2).sorted().forEach(n -> System.out.print(n + " "));
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(Character::toUpperCase).map(String::valueOf).collect(Collectors.joining()));
        Stream<Integer> used = numbers.stream();
        used.count();
        try {
            used.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
