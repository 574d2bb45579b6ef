// A window of five samples is read one further.
// entry: middle
// sanitizer: address
// fails-with: call middle((int[5]){0}, 3)
int middle(const int window[static 5], unsigned offset)
{
    if (offset > 3)
        return 0;
    return window[2 + offset] > 0; // expect: refuted bounds
}
