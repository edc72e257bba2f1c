char *strcpy(char *to, const char *from)
{
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}
