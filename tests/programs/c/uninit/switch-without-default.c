// The weight of a vowel that the switch does not list is never set.
// sanitizer: none -- gcc has no memory sanitizer
static int heavy(const char *word)
{
    int count = 0;
    for (; *word; word++) {
        int weight;
        switch (*word) {
        case 'a': weight = 1; break;
        case 'e': weight = 2; break;
        case 'o': weight = 5; break;
        }
        if (weight > 3) // expect: refuted uninit
            count++;
    }
    return count;
}

int main(void)
{
    return heavy("oaeo") == 2 ? heavy("aei") : 1;
}
