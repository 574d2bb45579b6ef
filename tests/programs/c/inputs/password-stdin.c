// Standard input must spell twelve characters before the forgotten debugging door opens.
// sanitizer: assert
// fails-with: stdin "open sesame!"
#include <assert.h>
#include <stdio.h>

static int matches(const char *secret)
{
    for (; *secret != '\0'; secret++)
        if (getchar() != *secret)
            return 0;
    return 1;
}

int main(void)
{
    int door_open = matches("open sesame!");
    assert(!door_open); // expect: refuted assert
    return 0;
}
