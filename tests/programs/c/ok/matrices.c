// expect: proved
// Multi-dimensional arrays: rows, planes, determinants and transposition.
// stdout: 28
// stdout: 2 1 0
// stdout: -1 3 0
// stdout: 0 0 4
// stdout: 529 169 1042 3
// stdout: gam t 24
#include <stdio.h>

enum { N = 3 };

static long determinant(int m[N][N])
{
    long sum = 0;
    for (int c = 0; c < N; c++) {
        int right = (c + 1) % N, left = (c + 2) % N;
        sum += (long)m[0][c] * (m[1][right] * m[2][left] - m[1][left] * m[2][right]);
    }
    return sum;
}

static void transpose(int (*m)[N])
{
    for (int r = 0; r < N; r++)
        for (int c = r + 1; c < N; c++) {
            int kept = m[r][c];
            m[r][c] = m[c][r];
            m[c][r] = kept;
        }
}

int main(void)
{
    int m[N][N] = {{2, -1, 0}, {1, 3}, {[2] = 4}};
    int space[2][3][4], flat = 0;
    printf("%ld\n", determinant(m));
    transpose(m);
    for (int r = 0; r < N; r++)
        printf("%d %d %d\n", m[r][0], m[r][1], *(*(m + r) + 2));
    for (int i = 0; i < 24; i++)
        space[i / 12][i / 4 % 3][i % 4] = i * i;
    int (*plane)[4] = space[1];
    int *row = plane[2];
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 3; y++)
            flat += space[x][y][y];
    printf("%d %d %d %zu\n", row[3], (*plane)[1], flat, sizeof space[0] / sizeof *plane);
    char words[3][8] = {"alpha", "beta", {'g', 'a', 'm'}};
    printf("%s %c %zu\n", words[2], words[1][2], sizeof words);
    return 0;
}
