// Keeps the values of `name=number;` in a table that grows by half when it is full. How full it is, is asked too late:
// an error takes SIZE different names.
// open at 5000: the names are compared with each other 12 million times
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    char name[8];
    long value;
};

static struct symbol *table;
static int used;
static int room;

static struct symbol *intern(const char *name)
{
    for (int i = 0; i < used; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    // repaired: if (used == room) {
    if (used > room || table == NULL) {
        struct symbol *larger;

        room = room > 0 ? room + room / 2 + 1 : SIZE;
        larger = realloc(table, room * sizeof *table);
        if (larger == NULL)
            exit(1);
        table = larger;
    }
    strcpy(table[used].name, name);
    table[used].value = 0;
    return &table[used++];
}

static int number(long *value)
{
    int c;

    *value = 0;
    while ((c = getchar()) >= '0' && c <= '9')
        if (*value < 100000)
            *value = *value * 10 + (c - '0');
    return c;
}

static int name(char *text, size_t size, int c)
{
    size_t n = 0;

    while (c >= 'a' && c <= 'z') {
        if (n + 1 == size)
            return EOF;
        text[n++] = (char)c;
        c = getchar();
    }
    text[n] = '\0';
    return n > 0 ? c : EOF;
}

int main(void)
{
    char text[8];
    long value, sum = 0;
    int c;

    while ((c = getchar()) != EOF && c != '\n') {
        if (name(text, sizeof text, c) != '=' || number(&value) != ';') {
            fputs("expected name=number;\n", stderr);
            free(table);
            return 1;
        }
        intern(text)->value = value;
    }
    for (int i = 0; i < used; i++)
        sum += table[i].value;
    printf("%d symbols, sum %ld\n", used, sum);
    free(table);
    return 0;
}
