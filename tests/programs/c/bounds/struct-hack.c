// expect: proved
// The older idiom: a zero-length array at the end of a larger block.
#include <stdlib.h>
#include <string.h>

struct name { int length; char text[0]; };

static struct name *make(const char *text)
{
    int length = (int)strlen(text);
    struct name *n = malloc(sizeof *n + length + 1);
    n->length = length;
    memcpy(n->text, text, length + 1);
    return n;
}

int main(void)
{
    struct name *n = make("Lovelace");
    int good = n->text[n->length] == '\0' && n->text[n->length - 1] == 'e';
    free(n);
    return good ? 0 : 1;
}
