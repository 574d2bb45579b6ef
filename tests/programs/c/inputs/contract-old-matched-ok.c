// expect: proved
// entry: store
// The same contract, and a function that keeps it.
struct cell { int value; };

/*@ requires c != null and turns <= 3;
    ensures old(c.value) = 6 and turns >= 1 => c.value = 8; */
void store(struct cell *c, int turns)
{
    if (c->value == 5)
        c->value = 7;
    if (c->value == 6)
        c->value = 8;
    for (int i = 0; i < turns; i++)
        ;
}
