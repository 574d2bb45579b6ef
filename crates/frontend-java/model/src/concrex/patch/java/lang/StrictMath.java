package concrex.patch.java.lang;

import concrex.Vm;

/** The functions that are native code in the library. */
final class StrictMath {
    private StrictMath() {}

    static double sin(double x) {
        return Vm.math1("StrictMath.sin", x);
    }

    static double cos(double x) {
        return Vm.math1("StrictMath.cos", x);
    }

    static double tan(double x) {
        return Vm.math1("StrictMath.tan", x);
    }

    static double asin(double x) {
        return Vm.math1("StrictMath.asin", x);
    }

    static double acos(double x) {
        return Vm.math1("StrictMath.acos", x);
    }

    static double atan(double x) {
        return Vm.math1("StrictMath.atan", x);
    }

    static double log(double x) {
        return Vm.math1("StrictMath.log", x);
    }

    static double log10(double x) {
        return Vm.math1("StrictMath.log10", x);
    }

    static double sqrt(double x) {
        return Vm.math1("sqrt", x);
    }

    static double sinh(double x) {
        return Vm.math1("StrictMath.sinh", x);
    }

    static double cosh(double x) {
        return Vm.math1("StrictMath.cosh", x);
    }

    static double tanh(double x) {
        return Vm.math1("StrictMath.tanh", x);
    }

    static double expm1(double x) {
        return Vm.math1("StrictMath.expm1", x);
    }

    static double log1p(double x) {
        return Vm.math1("StrictMath.log1p", x);
    }

    static double IEEEremainder(double x, double y) {
        return Vm.math2("remainder", x, y);
    }

    static double atan2(double y, double x) {
        return Vm.math2("StrictMath.atan2", y, x);
    }
}
