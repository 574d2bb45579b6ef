// strncpy leaves no terminator when the text fills the field.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

static size_t field_length(const char *text, size_t size)
{
    char *field = malloc(size);
    strncpy(field, text, size);
    size_t length = strlen(field); // expect: refuted bounds
    free(field);
    return length;
}

int main(void)
{
    return field_length("ok", 4) == 2 ? (int)field_length("full", 4) : 1;
}
