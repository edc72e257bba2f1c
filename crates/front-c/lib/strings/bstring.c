void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);

void bzero(void *s, size_t n)
{
    memset(s, 0, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    memmove(to, from, n);
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}
