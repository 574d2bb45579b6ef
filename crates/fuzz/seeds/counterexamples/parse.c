int getchar(void);
char *getenv(const char *name);
int unknown(int n);
int limit;

int parse(void)
{
    int depth = 0, c;
    int stack[2];
    while ((c = getchar()) != -1) {
        if (c == '(')
            stack[depth++] = c;
    }
    return depth;
}

int main(int argc, char **argv)
{
    int slack;
    char *home = getenv("HOME");
    if (argc > 1 && argv[1][0] == 'x' && home && home[0] == '/')
        return parse() + slack;
    return unknown(argc) / (limit + argc - 1);
}
