// The smallest int has no absolute value.
// entry: distance
// sanitizer: undefined
// fails-with: call distance(-2147483647 - 1)
int distance(int offset)
{
    if (offset < 0)
        return -offset; // expect: refuted overflow
    return offset;
}
