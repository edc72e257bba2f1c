// expect: differs: returns 0 instead of 1
int words(const char *s)
{
    int count = 0;
    for (; *s; s++)
        if (*s == ' ')
            count++;
    return count;
}
