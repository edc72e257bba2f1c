void *memcpy(void *, const void *, size_t);

void *mempcpy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return (char *)to + n;
}
