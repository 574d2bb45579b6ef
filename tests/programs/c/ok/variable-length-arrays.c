// expect: proved
// Arrays whose length is computed, in one and two dimensions, in loops and recursion.
// stdout: 2:4:4
// stdout: 2:16:8
// stdout: 4:36:12
// stdout: 4:64:16
// stdout: 12 5 120
#include <stdio.h>

static void identity(int n, int m[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i == j;
}

static long permutations(int n, int depth, char used[n])
{
    if (depth == n)
        return 1;
    long count = 0;
    for (int i = 0; i < n; i++) {
        if (used[i])
            continue;
        char next[n];
        for (int k = 0; k < n; k++)
            next[k] = used[k] || k == i;
        count += permutations(n, depth + 1, next);
    }
    return count;
}

int main(void)
{
    for (int n = 1; n <= 4; n++) {
        int square[n][n], trace = 0;
        identity(n, square);
        for (int i = 0; i < n; i++)
            trace += square[i][i] + square[i][n - 1 - i];
        printf("%d:%zu:%zu\n", trace, sizeof square, sizeof square[0]);
    }
    int rows = 2, columns = 3;
    typedef short table[rows][columns];
    rows = 9;
    table t;
    short (*p)[columns] = &t[1];
    (*p)[2] = 5;
    char used[5] = {0};
    printf("%zu %d %ld\n", sizeof(table), t[1][2], permutations(5, 0, used));
    return 0;
}
