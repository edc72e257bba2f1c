int fgetc(FILE *);
void *realloc(void *, size_t);

long getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    size_t n = 0;
    int c = fgetc(stream);
    if (c == -1 && *line && *size > 0)
        return -1;
    while (1) {
        if (!*line || n + 1 >= *size) {
            size_t larger = *line && *size > 0 ? 2 * *size : 120;
            char *moved = realloc(*line, larger);
            if (!moved)
                return -1;
            *line = moved;
            *size = larger;
        }
        if (c == -1)
            break;
        (*line)[n] = (char)c;
        n++;
        if (c == delimiter) {
            if (n + 1 > *size)
                continue;
            break;
        }
        c = fgetc(stream);
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (long)n;
}

long getline(char **line, size_t *size, FILE *stream)
{
    return getdelim(line, size, '\n', stream);
}
