// strncpy leaves no terminator behind when the name is exactly as long as the field.
// sanitizer: address
// fails-with: arguments abcd
#include <string.h>

int main(int argc, char **argv)
{
    char name[4];
    if (argc != 2)
        return 1;
    strncpy(name, argv[1], sizeof name);
    return strlen(name) > 2; // expect: refuted bounds
}
