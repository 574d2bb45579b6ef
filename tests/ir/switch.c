/* Control: a switch with fall-through, a default and a range; goto. */
int classify(int c)
{
    int weight = 0;
    switch (c) {
    case '0' ... '9':
        weight++;
    case '_':
        weight++;
        break;
    case ' ':
        goto blank;
    default:
        weight = -1;
    }
    return weight;
blank:
    return 10;
}

int main(void)
{
    return classify('7');
}
