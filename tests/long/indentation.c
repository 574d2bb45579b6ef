// Counts the blocks of a program whose structure is its indentation, as a stack of columns. A line that is indented
// further opens a block: an error takes SIZE lines of which each begins with more blanks than the one before.
// open at 5000: the text has 12 MB
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>

static int columns[SIZE];
static int depth;
static int blocks;
static int line = 1;

static void fail(const char *why)
{
    fprintf(stderr, "line %d: %s\n", line, why);
    exit(1);
}

static int skip_line(int c)
{
    while (c != '\n' && c != EOF)
        c = getchar();
    line++;
    return c == EOF ? EOF : getchar();
}

static int indentation(int *c)
{
    int column = 0;

    while (*c == ' ' || *c == '\t') {
        column = *c == ' ' ? column + 1 : (column / 8 + 1) * 8;
        *c = getchar();
    }
    return column;
}

static void open_block(int column)
{
    // repaired: if (depth == SIZE - 1) fail("too deep");
    if (depth < 0) fail("closed too often");
    columns[++depth] = column;
    blocks++;
}

static void close_blocks(int column)
{
    while (column < columns[depth])
        depth--;
    if (column != columns[depth])
        fail("indented like no block around it");
}

int main(void)
{
    int c = getchar();

    while (c != EOF) {
        int column = indentation(&c);

        if (c == EOF)
            break;
        if (c != '\n' && c != '#') {
            if (column > columns[depth])
                open_block(column);
            else
                close_blocks(column);
        }
        c = skip_line(c);
    }
    printf("%d blocks\n", blocks);
    return 0;
}
