size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    if (size > 0) {
        while (i < size - 1 && from[i]) {
            to[i] = from[i];
            i++;
        }
        to[i] = 0;
    }
    while (from[i])
        i++;
    return i;
}
