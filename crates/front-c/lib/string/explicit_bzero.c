void *memset(void *, int, size_t);

void explicit_bzero(void *s, size_t n)
{
    memset(s, 0, n);
}
