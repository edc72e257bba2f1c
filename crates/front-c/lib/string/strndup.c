size_t strnlen(const char *, size_t);
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);

char *strndup(const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}
