// Savings double until they no longer fit into an int.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
int main(void)
{
    double savings = 1000.0;
    int shown = 0;
    for (int year = 0; year < 30; year++) {
        savings *= 2.0;
        shown = (int)savings; // expect: refuted float-to-int
    }
    return shown > 0 ? 0 : 1;
}
