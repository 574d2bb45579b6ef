/** Frames with many variables fill the stack after fewer calls. */
public class StackOverflowLarge {
    static long mix(int depth, long a, long b, long c, long d) {
        if (depth == 0) { // expect: refuted stack-overflow
            return a;
        }
        long e = a + b, f = b + c, g = c + d, h = d + a, i = e ^ f, j = f ^ g, k = g ^ h, l = h ^ e;
        long m = e - i, n = f - j, o = g - k, p = h - l, q = m + n, r = n + o, s = o + p, t = p + m;
        long u = q ^ m, v = r ^ n, w = s ^ o, x = t ^ p, y = u + v, z = w + x;
        long rest = mix(depth - 1, q, r, s, t);
        return rest + e + f + g + h + i + j + k + l + m + n + o + p + u + v + w + x + y + z;
    }

    public static void main(String[] args) {
        mix(8000, 1, 2, 3, 4);
    }
}
