/* Short circuits, conversions of different widths and signs, a division with its checks. */
unsigned ratio(const short *parts, unsigned char count, long scale)
{
    if (count && parts[0] > 0 || scale == -1)
        return (unsigned)(scale / parts[0]) >> 1;
    return count ? 0u : 1u;
}

int main(void)
{
    short parts[2] = {3};
    return (int)ratio(parts, 2, 12);
}
