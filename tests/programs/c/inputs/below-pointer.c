// entry: last
// A caller's pointer leads to the beginning of its object.
// sanitizer: address
// fails-with: call last((char[4]){0}, 0)
char last(char *text, int length)
{
    if (!text || length < 0 || length > 3)
        return 0;
    return text[length - 1]; // expect: refuted bounds
}
