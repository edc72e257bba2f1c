char *strncat(char *to, const char *from, size_t n)
{
    char *end = to;
    size_t i = 0;
    while (*end)
        end++;
    while (i < n && from[i]) {
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}
