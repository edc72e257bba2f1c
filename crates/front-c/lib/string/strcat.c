char *strcat(char *to, const char *from)
{
    char *end = to;
    size_t i = 0;
    while (*end)
        end++;
    while ((end[i] = from[i]))
        i++;
    return to;
}
