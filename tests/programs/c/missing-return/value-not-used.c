// expect: proved
// Falling off the end is fine as long as nobody uses the value.
static int log_level, lines;

static int write_line(int level)
{
    if (level < log_level)
        return 0;
    lines++;
}

int main(void)
{
    log_level = 2;
    for (int level = 0; level < 5; level++)
        write_line(level);
    (void)write_line(9);
    int skipped = write_line(1);
    return lines == 4 ? skipped : 1;
}
