// A picture's size in bytes does not fit an int.
// entry: picture_bytes
// sanitizer: undefined
// fails-with: call picture_bytes(65536, 32768)
int picture_bytes(int width, int height)
{
    if (width <= 0 || height <= 0)
        return 0;
    return width * height; // expect: refuted overflow
}
