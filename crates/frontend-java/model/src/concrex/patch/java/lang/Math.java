package concrex.patch.java.lang;

import concrex.Accuracy;
import concrex.Vm;

/**
 * The functions that the machine has. Those that the JVM replaces by code of its own are not fixed to the last bit; the
 * others are what the library's code says.
 */
final class Math {
    private Math() {}

    static double sin(double x) {
        return x == 0 ? Vm.math1("sin", x) : Accuracy.unit(Vm.math1("sin", x));
    }

    static double cos(double x) {
        return x == 0 ? Vm.math1("cos", x) : Accuracy.unit(Vm.math1("cos", x));
    }

    static double tan(double x) {
        return x == 0 ? Vm.math1("tan", x) : Accuracy.near(Vm.math1("tan", x));
    }

    static double exp(double x) {
        return x == 0 ? Vm.math1("exp", x) : Accuracy.near(Vm.math1("exp", x));
    }

    static double log(double x) {
        return x == 0 ? Vm.math1("log", x) : Accuracy.near(Vm.math1("log", x));
    }

    static double log10(double x) {
        return Accuracy.log10(x, Vm.math1("log10", x));
    }

    static double sqrt(double x) {
        return Vm.math1("sqrt", x);
    }

    static double ceil(double x) {
        return Vm.math1("ceil", x);
    }

    static double floor(double x) {
        return Vm.math1("floor", x);
    }

    static double rint(double x) {
        return Vm.math1("rint", x);
    }

    static double IEEEremainder(double x, double y) {
        return Vm.math2("remainder", x, y);
    }

    static double pow(double x, double y) {
        return Accuracy.pow(x, y, Vm.math2("pow", x, y));
    }
}
