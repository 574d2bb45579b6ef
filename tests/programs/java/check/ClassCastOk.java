// expect: proved
// Null can be cast to everything, and what was asked for its class can be cast to that.
import org.sosy_lab.sv_benchmarks.Verifier;

class ClassCastOk {
    static class Animal {}

    static class Cat extends Animal {
        int lives = 9;
    }

    static class Kitten extends Cat {}

    public static void main(String[] args) {
        Animal animal;
        switch (Verifier.nondetInt()) {
            case 0:
                animal = null;
                break;
            case 1:
                animal = new Kitten();
                break;
            default:
                animal = new Animal();
        }
        if (animal == null) {
            Cat none = (Cat) animal;
            assert none == null;
        } else if (animal instanceof Cat) {
            assert ((Cat) animal).lives == 9;
        }
    }
}
