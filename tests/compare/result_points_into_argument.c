// expect: differs: returns another pointer
char *find(char *s, char c)
{
    for (; *s; s++)
        if (*s == c)
            return s;
    return 0;
}
