// expect: proved
// Equality may compare pointers to different objects, and with null.
static int red, green, blue;

static const char *name(const int *channel)
{
    return channel == &red ? "red" : channel == &green ? "green" : channel != 0 ? "other" : "none";
}

int main(void)
{
    const int *channels[] = {&blue, &green, 0, &red};
    int lengths = 0;
    for (int i = 0; i < 4; i++)
        for (const char *c = name(channels[i]); *c; c++)
            lengths++;
    return lengths == 5 + 5 + 4 + 3 && &red != &blue ? 0 : 1;
}
