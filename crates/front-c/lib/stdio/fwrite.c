int fputc(int, FILE *);

size_t fwrite(const void *items, size_t size, size_t count, FILE *stream)
{
    const unsigned char *p = items;
    size_t total = size * count;
    size_t i;
    if (total == 0)
        return 0;
    for (i = 0; i < total; i++)
        fputc(p[i], stream);
    return count;
}
