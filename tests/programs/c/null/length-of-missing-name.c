// A library function receives the null entry that ends the table.
// sanitizer: undefined
#include <string.h>

static const char *const planets[] = {"Mercury", "Venus", "Earth", 0};

int main(void)
{
    size_t longest = 0;
    for (int i = 0; i <= 3; i++) {
        size_t length = strlen(planets[i]); // expect: refuted null
        if (length > longest)
            longest = length;
    }
    return longest == 7 ? 0 : 1;
}
