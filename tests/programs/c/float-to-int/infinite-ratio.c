// A ratio with a zero denominator is infinite when it is stored as a long.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
struct gear { float front, rear; };

int main(void)
{
    const struct gear gears[] = {{44, 11}, {32, 16}, {22, 0}};
    long best = 0;
    for (int i = 0; i < 3; i++) {
        long ratio = gears[i].front / gears[i].rear; // expect: refuted float-to-int
        if (ratio > best)
            best = ratio;
    }
    return best == 4 ? 0 : 1;
}
