// expect: proved
// Jumping backwards inside of a block does not end the block's variables.
// exit: 5
int main(void)
{
    int *where;
    {
        int counter = 0;
        where = &counter;
again:
        ++*where;
        if (counter < 5)
            goto again;
        return *where;
    }
}
