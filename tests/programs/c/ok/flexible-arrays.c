// expect: proved
// Growable strings with a flexible array member.
// stdout: 1/2 a
// stdout: 3/4 abc
// stdout: 6/8 abcdef
// stdout: 16/16 abcdefghijklmnop
// stdout: 16
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct string {
    size_t length, capacity;
    char text[];
};

static struct string *new_string(size_t capacity)
{
    struct string *s = malloc(sizeof *s + capacity + 1);
    if (!s)
        exit(1);
    s->length = 0;
    s->capacity = capacity;
    s->text[0] = '\0';
    return s;
}

static struct string *append(struct string *s, const char *more)
{
    size_t added = strlen(more);
    while (s->length + added > s->capacity) {
        s->capacity *= 2;
        s = realloc(s, sizeof *s + s->capacity + 1);
        if (!s)
            exit(1);
    }
    memcpy(s->text + s->length, more, added + 1);
    s->length += added;
    return s;
}

int main(void)
{
    struct string *s = new_string(2);
    static const char *const words[] = {"a", "bc", "def", "ghijklmnop"};
    for (int i = 0; i < 4; i++) {
        s = append(s, words[i]);
        printf("%zu/%zu %s\n", s->length, s->capacity, s->text);
    }
    printf("%zu\n", sizeof(struct string));
    free(s);
    return 0;
}
