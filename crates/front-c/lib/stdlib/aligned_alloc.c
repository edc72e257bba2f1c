void *malloc(size_t);

void *aligned_alloc(size_t alignment, size_t size)
{
    (void)alignment;
    return malloc(size);
}

void *memalign(size_t alignment, size_t size)
{
    (void)alignment;
    return malloc(size);
}

void *valloc(size_t size)
{
    return malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    void *block;
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
        return 22;
    block = malloc(size);
    if (!block)
        return 12;
    *result = block;
    return 0;
}
