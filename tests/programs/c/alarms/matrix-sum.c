// Rows and columns are mixed up.
// time: 20s
// open: twenty inputs lead to the fault
// sanitizer: undefined
// fails-with: values 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
#include <stdio.h>
#define ROWS 4
#define COLUMNS 5

int __VERIFIER_nondet_int(void);

static int matrix[ROWS][COLUMNS];

int main(void)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int value = __VERIFIER_nondet_int();
            if (value < -1000 || value > 1000)
                value = 0;
            matrix[row][column] = value;
        }
    int total = 0;
    for (int column = 0; column < ROWS; column++)
        for (int row = 0; row < COLUMNS; row++)
            total += matrix[row][column]; // expect: refuted bounds
    printf("%d\n", total);
    return 0;
}
