import org.sosy_lab.sv_benchmarks.Verifier;

class ClassCast {
    static class Animal {}

    static class Cat extends Animal {
        int lives = 9;
    }

    static class Dog extends Animal {}

    public static void main(String[] args) {
        int choice = Verifier.nondetInt();
        Animal animal = choice % 1000 == 7 ? new Dog() : new Cat();
        Cat cat = (Cat) animal; // expect: refuted class-cast
        assert cat.lives == 9;
    }
}
