// expect: proved
// Two pointers into one array meet in the middle; the end takes part.
static int is_palindrome(const char *text)
{
    const char *left = text, *right = text;
    while (*right)
        right++;
    while (left < right && *left == *--right)
        left++;
    return left >= right;
}

int main(void)
{
    int cells[6] = {0};
    int *end = cells + 6, visited = 0;
    for (int *p = cells; p < end; p += 2)
        visited++;
    return is_palindrome("rotator") && !is_palindrome("rotor!") && visited == 3 && end > cells ? 0 : 1;
}
