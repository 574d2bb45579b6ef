// A pointer from nowhere may be null or lead nowhere.
// property: null
// sanitizer: undefined
void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    int *place = __VERIFIER_nondet_pointer();
    if (place != 0)
        return 0;
    return *place; // expect: refuted null
}
