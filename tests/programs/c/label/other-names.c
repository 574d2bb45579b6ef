// expect: proved
// Labels with similar names are not the error label.
// property: label
int main(void)
{
    int failures = 0;
error:
    failures++;
    if (failures < 2)
        goto error;
ERRORS:
    failures++;
    if (failures < 5)
        goto ERRORS;
    goto done;
ERROR:
    return 1;
done:
    return failures == 5 ? 0 : 1;
}
