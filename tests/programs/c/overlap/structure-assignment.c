// expect: proved
// A structure may be assigned to itself, array elements to their neighbours.
struct point { int x, y, z; };

static void set(struct point *to, const struct point *from)
{
    *to = *from;
}

int main(void)
{
    struct point path[4] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    set(&path[0], &path[0]);
    for (int i = 2; i >= 0; i--)
        set(&path[i + 1], &path[i]);
    return path[0].x == 1 && path[1].x == 1 && path[3].z == 9 ? 0 : 1;
}
