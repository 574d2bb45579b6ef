/* The arguments themselves are never read: only their number is chosen. */
int main(int argc, char **argv)
{
    argv = 0;
    return argc > 2;
}
