int fgetc(FILE *);

char *fgets(char *s, int size, FILE *stream)
{
    int n = 0;
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = fgetc(stream);
        if (c == -1) {
            if (n == 0)
                return 0;
            break;
        }
        s[n] = (char)c;
        n++;
        if (c == '\n')
            break;
    }
    s[n] = 0;
    return s;
}
