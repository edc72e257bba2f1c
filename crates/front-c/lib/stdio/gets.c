int getchar(void);

char *gets(char *s)
{
    size_t n = 0;
    int c = getchar();
    if (c == -1)
        return 0;
    while (c != -1 && c != '\n') {
        s[n] = (char)c;
        n++;
        c = getchar();
    }
    s[n] = 0;
    return s;
}
