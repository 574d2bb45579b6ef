// A list of names should end with a null pointer.
// sanitizer: none -- gcc does not count variadic arguments
#include <stdarg.h>
#include <stddef.h>

static int count_names(const char *first, ...)
{
    int count = 0;
    va_list names;
    va_start(names, first);
    for (const char *name = first; name && count < 16; count++)
        name = va_arg(names, const char *); // expect: refuted bounds
    va_end(names);
    return count;
}

int main(void)
{
    int complete = count_names("Ada", "Alan", "Grace", NULL);
    return complete == 3 ? count_names("Edsger", "Barbara") : 1;
}
