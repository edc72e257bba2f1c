int words(const char *s)
{
    int count = 0;
    char before = ' ';
    for (; *s; s++) {
        if (*s != ' ' && before == ' ')
            count++;
        before = *s;
    }
    return count;
}
