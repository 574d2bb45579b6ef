// A text without commas minus one gives no fields at all.
// sanitizer: undefined
static int widest(const char *line)
{
    int commas = 0;
    for (const char *c = line; *c; c++)
        commas += *c == ',';
    int widths[commas]; // expect: refuted vla-bound
    for (int i = 0; i < commas; i++)
        widths[i] = 0;
    for (int field = 0; *line && field < commas; line++)
        *line == ',' ? field++ : widths[field]++;
    int best = 0;
    for (int i = 0; i < commas; i++)
        best = widths[i] > best ? widths[i] : best;
    return best;
}

int main(void)
{
    return widest("name,age,city") == 4 ? widest("single") : 1;
}
