int same(const char *a, const char *b)
{
    int i = 0;
    for (;;) {
        if (a[i] != b[i])
            return 0;
        if (a[i] == 0)
            return 1;
        i++;
    }
}
