// A picture of rows and columns: each row has as many characters as the first, but nobody counts the rows.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <string.h>

#define COLUMNS 8

static char picture[SIZE][COLUMNS];

int main(void)
{
    int c, column, row = 0;
    do {
        for (column = 0; (c = getchar()) != EOF && c != '\n'; column++) {
            if (column == COLUMNS || (c != '.' && c != '#'))
                return 1;
            // repaired: if (row < SIZE) picture[row][column] = (char)c;
            picture[row][column] = (char)c;
        }
        if (column > 0)
            row++;
    } while (c != EOF);
    printf("%d rows\n", row);
    return 0;
}
