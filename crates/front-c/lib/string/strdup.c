size_t strlen(const char *);
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, s, size);
    return copy;
}
