extern int errno;
void *realloc(void *, size_t);

void *reallocarray(void *block, size_t count, size_t size)
{
    if (size > 0 && count > (size_t)-1 / size) {
        errno = 12;
        return 0;
    }
    return realloc(block, count * size);
}
