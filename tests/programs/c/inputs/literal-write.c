// The default name is a string literal, and names are put in capitals in place.
// sanitizer: address
// fails-with: arguments
#include <ctype.h>

int main(int argc, char **argv)
{
    char own[2] = "x";
    char *name = argc > 1 ? own : (char *)"nobody";
    name[0] = (char)toupper((unsigned char)name[0]); // expect: refuted readonly
    return argv[0] == name;
}
