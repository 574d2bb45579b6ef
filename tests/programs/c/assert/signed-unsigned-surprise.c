// expect: proved
// Usual arithmetic conversions make minus one the larger number.
extern void __CPROVER_assert(_Bool condition, const char *description);

int main(void)
{
    int offset = -1;
    unsigned length = 1;
    short small = -1;
    unsigned short mask = 0xffff;
    __CPROVER_assert(offset > length, "int converts to unsigned");
    __CPROVER_assert(small != mask, "both promote to int and keep their values");
    __CPROVER_assert((long)offset < length, "unsigned converts to long");
    __CPROVER_assert(sizeof(int) > offset == 0, "sizeof is unsigned");
    __CPROVER_assert(0.5, "a condition converts to _Bool, not to int");
    return 0;
}
