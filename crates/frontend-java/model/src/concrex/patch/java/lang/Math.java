package concrex.patch.java.lang;

import concrex.Vm;

/** The functions that the machine has. */
final class Math {
    private Math() {}

    static double sin(double x) {
        return Vm.math1("sin", x);
    }

    static double cos(double x) {
        return Vm.math1("cos", x);
    }

    static double tan(double x) {
        return Vm.math1("tan", x);
    }

    static double asin(double x) {
        return Vm.math1("asin", x);
    }

    static double acos(double x) {
        return Vm.math1("acos", x);
    }

    static double atan(double x) {
        return Vm.math1("atan", x);
    }

    static double exp(double x) {
        return Vm.math1("exp", x);
    }

    static double log(double x) {
        return Vm.math1("log", x);
    }

    static double log10(double x) {
        return Vm.math1("log10", x);
    }

    static double sqrt(double x) {
        return Vm.math1("sqrt", x);
    }

    static double cbrt(double x) {
        return Vm.math1("cbrt", x);
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

    static double sinh(double x) {
        return Vm.math1("sinh", x);
    }

    static double cosh(double x) {
        return Vm.math1("cosh", x);
    }

    static double tanh(double x) {
        return Vm.math1("tanh", x);
    }

    static double expm1(double x) {
        return Vm.math1("expm1", x);
    }

    static double log1p(double x) {
        return Vm.math1("log1p", x);
    }

    static double IEEEremainder(double x, double y) {
        return Vm.math2("remainder", x, y);
    }

    static double atan2(double y, double x) {
        return Vm.math2("atan2", y, x);
    }

    static double pow(double x, double y) {
        return Vm.math2("pow", x, y);
    }

    static double hypot(double x, double y) {
        return Vm.math2("hypot", x, y);
    }
}
