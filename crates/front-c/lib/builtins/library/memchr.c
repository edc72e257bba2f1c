void *memchr(const void *s, int c, size_t n);

void *__builtin_memchr(const void *s, int c, size_t n)
{
    return memchr(s, c, n);
}
