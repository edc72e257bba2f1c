size_t strxfrm(char *to, const char *from, size_t n)
{
    size_t i = 0;
    while (from[i]) {
        if (i < n)
            to[i] = from[i];
        i++;
    }
    if (i < n)
        to[i] = 0;
    return i;
}
