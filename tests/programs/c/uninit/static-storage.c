// expect: proved
// Static storage and the rest of an initialiser list are zero.
struct settings { int level; double ratio; char *path; int limits[3]; };

static struct settings global;
static int counters[10];

int main(void)
{
    static unsigned calls;
    struct settings local = {.level = 2};
    int sparse[6] = {[2] = 7};
    char text[10] = "hi";
    int zeros = 0;
    for (int i = 0; i < 10; i++)
        zeros += counters[i] == 0 && text[i % 8 + 2] == 0;
    zeros += global.path == 0 && global.ratio == 0 && calls++ == 0;
    zeros += local.limits[2] == 0 && local.path == 0;
    for (int i = 0; i < 6; i++)
        zeros += !sparse[i];
    return zeros == 17 ? 0 : 1;
}
