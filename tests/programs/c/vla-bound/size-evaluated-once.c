// expect: proved
// The length is fixed at the declaration; later changes do not matter.
int main(void)
{
    int length = 4;
    short values[length++], matrix[2][length];
    length = -1;
    int count = sizeof values / sizeof values[0];
    for (int i = 0; i < count; i++)
        values[i] = matrix[1][i] = (short)i;
    return count == 4 && sizeof matrix == 2 * 5 * sizeof(short) && values[3] == 3 && matrix[1][3] == 3
        && length == -1 ? 0 : 1;
}
