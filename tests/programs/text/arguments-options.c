// Options and their values: an option at the end has none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int level = 0;
    const char *output = "out";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            level++;
        } else if (strcmp(argv[i], "--output") == 0) {
            // repaired: if (i + 1 >= argc) return 1;
            if (i + 1 > argc) return 1;
            output = argv[++i];
            if (output[0] == '-') return 1; // expect: refuted null
        } else if (argv[i][0] == '-') {
            return 1;
        }
    }
    printf("%s %d\n", output, level);
    return 0;
}
