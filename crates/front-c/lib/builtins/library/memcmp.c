int memcmp(const void *a, const void *b, size_t n);

int __builtin_memcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}
