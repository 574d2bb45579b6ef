// entry: classify
// What is in a caller's union may be a number, though it could be a pointer.
// sanitizer: assert
// fails-with: call classify(&(struct value){1, {.number = 77}})
#include <assert.h>
struct value { int kind; union { char *text; long number; } as; };

int classify(struct value *v)
{
    if (v && v->kind == 1)
        assert(v->as.number != 77); // expect: refuted assert
    return 0;
}
