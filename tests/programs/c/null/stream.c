// The library looks into every stream that it is given, though nothing is read or written.
#include <stdio.h>

int main(void)
{
    FILE *missing = NULL;
    setbuf(stdout, NULL);
    setvbuf(missing, NULL, _IONBF, 0); // expect: refuted null
    return 0;
}
