// Formats text: words are collected in a line of SIZE characters; `.in N` indents, `.nf` and `.fi` switch filling off
// and on, `.br` breaks. An indentation is put in front of a line when filling is off, however long the line is.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 24

static char out[SIZE + 16];
static int width;
static int indent;
static int fills = 1;

static void flush_line(void)
{
    int i;

    for (i = 0; i < indent; i++)
        putchar(' ');
    out[width] = '\0';
    puts(out);
    width = 0;
}

static void put_word(const char *word, int length)
{
    if (fills && width + length + 1 > SIZE)
        flush_line();
    if (width > 0)
        out[width++] = ' ';
    // repaired: if (width + length > SIZE) { width = 0; }
    if (length > SIZE + WORD) { width = 0; }
    memcpy(out + width, word, (size_t)length);
    width += length;
}

static void request(const char *line)
{
    if (strncmp(line, ".in ", 4) == 0) {
        indent = atoi(line + 4);
        if (indent < 0 || indent > 20)
            indent = 0;
    } else if (strcmp(line, ".nf") == 0) {
        fills = 0;
    } else if (strcmp(line, ".fi") == 0) {
        fills = 1;
        flush_line();
    } else if (strcmp(line, ".br") == 0) {
        flush_line();
    }
}

int main(void)
{
    char line[WORD];
    int c, length = 0;

    while ((c = getchar()) != EOF) {
        if (c == '\n' || (c == ' ' && length > 0 && line[0] != '.')) {
            line[length] = '\0';
            if (length > 0 && line[0] == '.')
                request(line);
            else if (length > 0)
                put_word(line, length);
            if (c == '\n' && !fills && length == 0)
                flush_line();
            length = 0;
            line[0] = '\0';
        } else if (length < WORD - 1) {
            line[length++] = (char)c;
        }
    }
    flush_line();
    return 0;
}
