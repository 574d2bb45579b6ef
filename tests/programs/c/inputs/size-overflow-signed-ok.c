// expect: proved
// entry: picture_bytes
// A picture's size in bytes is computed in a wider type, and refused if it is too large.
int picture_bytes(int width, int height)
{
    if (width <= 0 || height <= 0)
        return 0;
    long long bytes = (long long)width * height;
    return bytes > 1000000 ? 0 : (int)bytes;
}
