// Names of arrays are counted by the number of variables, as in GNU bc's more_arrays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static int a_count, v_count; static char **arrays; static char **a_names; static char *names[SIZE+8];
static void *xalloc(size_t s) { void *p = malloc(s); if (!p) exit(1); return p; }
static void more_variables(void) { v_count += SIZE; }
static void more_arrays(void) {
    char **old_ary = arrays; char **old_names = a_names; int old_count = a_count; int indx;
    a_count += SIZE;
    arrays = xalloc(a_count * sizeof(char *));
    a_names = xalloc(a_count * sizeof(char *));
    for (indx = 1; indx < old_count; indx++) arrays[indx] = old_ary[indx];
    for (; indx < a_count; indx++) arrays[indx] = NULL;
    if (old_count != 0) { free(old_ary); free(old_names); }
}
static int next_array = 1, next_var = 1;
static int lookup_array(void) { int id = next_array++; if (id >= a_count) more_arrays(); return id; }
static int lookup_var(void) { int id = next_var++; if (id >= v_count) more_variables(); return id; }
int main(void) {
    int c;
    more_arrays(); more_variables();
    while ((c = getchar()) != EOF) {
        if (islower(c)) {
            int d = getchar();
            if (d == '[') lookup_array(); else if (d == '=') lookup_var(); else return 1;
        } else if (c == '\n' || c == ';') continue;
        else break;
    }
    free(arrays); free(a_names);
    return 0;
}
