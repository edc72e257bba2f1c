int fgetc(FILE *);

size_t fread(void *items, size_t size, size_t count, FILE *stream)
{
    unsigned char *p = items;
    size_t total = size * count;
    size_t i = 0;
    if (total == 0)
        return 0;
    while (i < total) {
        int c = fgetc(stream);
        if (c == -1)
            break;
        p[i] = (unsigned char)c;
        i++;
    }
    return i / size;
}
