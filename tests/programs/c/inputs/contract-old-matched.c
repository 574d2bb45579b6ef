// entry: store
// What the caller gave at first still matters after the loop: both ways to 7 are one state there,
// and only one of them breaks the contract.
// sanitizer: none -- nothing but the contract is broken
struct cell { int value; };

/*@ requires c != null and turns <= 3;
// expect-next: refuted postcondition
    ensures old(c.value) = 6 and turns >= 1 => c.value = 8; */
void store(struct cell *c, int turns)
{
    if (c->value == 5 || c->value == 6)
        c->value = 7;
    for (int i = 0; i < turns; i++)
        ;
}
