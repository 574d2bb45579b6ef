public class Dispatch {
    static class Animal {
        String name() {
            return "animal";
        }

        String describe() {
            return "I am " + name();
        }

        static String kind() {
            return "Animal.kind";
        }

        private String secret() {
            return "animal's secret";
        }

        String tell() {
            return secret();
        }
    }

    static class Dog extends Animal {
        @Override
        String name() {
            return "dog, a kind of " + super.name();
        }

        static String kind() {
            return "Dog.kind";
        }

        private String secret() {
            return "dog's secret";
        }
    }

    static class Puppy extends Dog {
        @Override
        String name() {
            return "young " + super.name();
        }
    }

    static String overload(Object o) {
        return "object";
    }

    static String overload(String s) {
        return "string";
    }

    static String overload(Integer i) {
        return "integer";
    }

    static String overload(long l) {
        return "long";
    }

    static String overload(int... many) {
        return "many " + many.length;
    }

    public static void main(String[] args) {
        Animal[] animals = {new Animal(), new Dog(), new Puppy()};
        for (Animal animal : animals) {
            System.out.println(animal.describe() + "; " + animal.tell());
        }
        System.out.println(Animal.kind() + " " + Dog.kind() + " " + Puppy.kind());
        Object hidden = "text";
        System.out.println(overload(hidden) + " " + overload("text") + " " + overload(1) + " " + overload('c'));
        System.out.println(overload((Integer) 1) + " " + overload() + " " + overload(1, 2) + " " + overload(1.5));
    }
}
