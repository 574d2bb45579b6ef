// expect: proved
// Every call fills its buffer to the last byte.
// stdout: September 123.456 xxxx
#include <stdio.h>
#include <string.h>

int main(void)
{
    char month[10], version[8], fill[5];
    strcpy(month, "Septem");
    strcat(month, "ber");
    sprintf(version, "%d.%d", 123, 456);
    memset(fill, 'x', sizeof fill);
    fill[sizeof fill - 1] = '\0';
    printf("%s %s %s\n", month, version, fill);
    return 0;
}
