// A string with room for short texts inside; the destructor frees them too.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

struct string { char small[8]; char *data; };

static void assign(struct string *s, const char *text)
{
    size_t size = strlen(text) + 1;
    s->data = size <= sizeof s->small ? s->small : malloc(size);
    memcpy(s->data, text, size);
}

int main(void)
{
    struct string titles[2];
    assign(&titles[0], "a long enough title");
    assign(&titles[1], "short");
    for (int i = 0; i < 2; i++)
        free(titles[i].data); // expect: refuted invalid-free
    return 0;
}
