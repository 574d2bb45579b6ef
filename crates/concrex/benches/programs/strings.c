/* Building, searching and comparing strings. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[256], copy[256];
    int found = 0;
    for (int i = 0; i < 400; i++) {
        snprintf(line, sizeof line, "item %d: %s-%x", i, i % 2 ? "odd" : "even", i * 31);
        strcpy(copy, line);
        strcat(copy, " and more of the same");
        if (strstr(copy, "even") && strchr(copy, 'x') == NULL && strcmp(line, copy) < 0)
            found++;
    }
    return found != 200;
}
